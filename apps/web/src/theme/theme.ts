import { createTheme } from "@mui/material/styles";
import { components } from "./components";
import { layers, sizes, tokens } from "./tokens";

type Scheme = (typeof tokens)[keyof typeof tokens];

const toPalette = (scheme: Scheme) => ({
  primary: { main: scheme.primary, dark: scheme.primaryStrong, light: scheme.primary, contrastText: scheme.onPrimary },
  secondary: { main: scheme.textSecondary, dark: scheme.textPrimary, light: scheme.textSecondary, contrastText: scheme.paper },
  error: { main: scheme.error, dark: scheme.errorStrong, light: scheme.error, contrastText: scheme.onError },
  warning: { main: scheme.warning, dark: scheme.warning, light: scheme.warning, contrastText: scheme.paper },
  success: { main: scheme.success, dark: scheme.success, light: scheme.success, contrastText: scheme.paper },
  info: { main: scheme.primary, dark: scheme.primaryStrong, light: scheme.primary, contrastText: scheme.onPrimary },
  text: { primary: scheme.textPrimary, secondary: scheme.textSecondary, disabled: scheme.textDisabled },
  background: { default: scheme.page, paper: scheme.paper },
  divider: scheme.divider,
});

/**
 * The storage key of MUI's mode: system, light or dark. firstPaint.js reads it before the first
 * paint.
 */
export const MODE_STORAGE_KEY = "balcao-mode";

/**
 * MUI's theme, made from the tokens: colours by `data-theme`, radii 8 / 12 / 16, Inter, little
 * motion.
 */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: "data-theme", cssVarPrefix: "mui" },
  defaultColorScheme: "light",
  colorSchemes: { light: { palette: toPalette(tokens.light) }, dark: { palette: toPalette(tokens.dark) } },
  shape: { borderRadius: sizes.radiusControl },
  spacing: 4,
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1280, xl: 1440 } },
  zIndex: { drawer: layers.drawer, modal: layers.dialog, snackbar: layers.toast, tooltip: layers.offline, appBar: layers.sticky },
  transitions: {
    duration: { shortest: 120, shorter: 120, short: 120, standard: 180, complex: 180, enteringScreen: 180, leavingScreen: 120 },
  },
  typography: {
    fontFamily: '"Inter Variable", "Inter Fallback", Emoji, system-ui, sans-serif',
    fontWeightMedium: 500,
    fontWeightBold: 600,
    h1: { fontSize: "1.25rem", lineHeight: "1.75rem", fontWeight: 600, letterSpacing: "-.016em" },
    h2: { fontSize: "1.125rem", lineHeight: "1.625rem", fontWeight: 600, letterSpacing: "-.014em" },
    h3: { fontSize: "1rem", lineHeight: "1.375rem", fontWeight: 600, letterSpacing: "-.014em" },
    body1: { fontSize: ".875rem", lineHeight: "1.25rem", letterSpacing: "-.006em" },
    body2: { fontSize: ".8125rem", lineHeight: "1.125rem", letterSpacing: "-.006em" },
    caption: { fontSize: ".75rem", lineHeight: "1rem", letterSpacing: 0 },
    button: { fontSize: ".875rem", lineHeight: "1.25rem", fontWeight: 550, letterSpacing: "-.006em", textTransform: "none" },
  },
  components,
});
