/** Starts the prompt window's page: the look, the question that Rust has put here, the one command. */
import "../look/tokens.css";
import "./prompt.css";
import { ask } from "./ask";
import { followSystem } from "./look";
import { answer, asked } from "./shell";

followSystem();
// How much room the question wants is known once it has its look.
const start = () => ask(document.body, asked(), answer);
if (document.readyState === "complete") start();
else window.addEventListener("load", start);
