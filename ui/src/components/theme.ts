/** The look of the kit: one accent, few sizes, greys that can be read in light and dark. */
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

import { uncovered } from "./uncovered";

const teal: MantineColorsTuple = [
  "#effcf9", "#d3f4ee", "#a8e8de", "#74d4c8", "#45bbaf",
  "#25a095", "#17857c", "#0f6b64", "#0f5651", "#0d4744",
];

export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: { light: 7, dark: 7 },
  colors: { accent: teal },
  fontFamily: "var(--s-font)",
  fontFamilyMonospace: "var(--s-mono)",
  fontSizes: { xs: "12px", sm: "14px", md: "14px", lg: "16px", xl: "20px" },
  lineHeights: { xs: "1.5", sm: "1.5", md: "1.5", lg: "1.5", xl: "1.3" },
  spacing: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "8px", xl: "8px" },
  defaultRadius: "md",
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "20px", lineHeight: "1.3" },
      h2: { fontSize: "16px", lineHeight: "1.4" },
      h3: { fontSize: "14px", lineHeight: "1.5" },
    },
  },
  respectReducedMotion: true,
  cursorType: "pointer",
  components: {
    Button: { defaultProps: { size: "sm", fw: 600 } },
    // A number that does not fit is told, not changed behind the person's back.
    NumberInput: { defaultProps: { clampBehavior: "none" } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 120 }, withArrow: true } },
    Modal: { defaultProps: { transitionProps: { duration: 120 }, onExitTransitionEnd: uncovered } },
    Drawer: { defaultProps: { transitionProps: { duration: 120 } } },
    Menu: { defaultProps: { transitionProps: { duration: 120 } } },
  },
});

/** Greys of the kit that are too pale to read as text are replaced by the tokens of the look. */
const text = {
  "--mantine-color-dimmed": "var(--s-dim)",
  "--mantine-color-placeholder": "var(--s-pale)",
  "--mantine-color-error": "var(--s-error)",
  "--mantine-color-anchor": "var(--s-accent)",
};

export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: text,
  dark: { ...text, "--mantine-color-text": "var(--s-text)" },
});
