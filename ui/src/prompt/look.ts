/** Keeps the page as light or dark as the system is. */
export function followSystem(): void {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const set = () => {
    document.documentElement.dataset.mantineColorScheme = dark.matches ? "dark" : "light";
  };
  dark.addEventListener("change", set);
  set();
}
