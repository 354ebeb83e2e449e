/** Starts the prompt window's page: the look, the question that Rust has put here, the one command. */
import "../look/tokens.css";
import "./prompt.css";
import { ask } from "./ask";
import { followSystem } from "./look";
import { answer, asked } from "./shell";

followSystem();
ask(document.body, asked(), answer);
