import type { Components, Theme } from "@mui/material/styles";
import { sizes } from "./tokens";

const radius = { control: sizes.radiusControl, card: sizes.radiusCard, dialog: sizes.radiusDialog };

/**
 * The style of MUI's components: flat, bordered, with the product's own focus ring instead of
 * ripples.
 */
export const components: Components<Theme> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { "&.Mui-focusVisible": { outline: "2px solid var(--focus)", outlineOffset: 2 } } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, variant: "outlined", color: "secondary" },
    styleOverrides: {
      root: {
        minHeight: 36,
        padding: "0 14px",
        borderRadius: radius.control,
        whiteSpace: "nowrap",
        "&.Mui-disabled, &.Mui-disabled:hover": {
          backgroundColor: "var(--chip)",
          color: "var(--text-disabled)",
          borderColor: "transparent",
          cursor: "not-allowed",
          pointerEvents: "auto",
        },
      },
      startIcon: { marginLeft: -3, "& > *:nth-of-type(1)": { fontSize: 18 } },
    },
    variants: [
      { props: { variant: "contained", color: "primary" }, style: { "&:hover": { backgroundColor: "var(--primary-strong)" } } },
      {
        props: { variant: "outlined", color: "secondary" },
        style: {
          color: "var(--text-primary)",
          borderColor: "var(--line)",
          backgroundColor: "var(--paper)",
          "&:hover": { backgroundColor: "var(--hover)", borderColor: "var(--line)" },
        },
      },
      {
        props: { variant: "text", color: "secondary" },
        style: { color: "var(--text-primary)", padding: "0 10px", "&:hover": { backgroundColor: "var(--hover)" } },
      },
      { props: { variant: "text", color: "primary" }, style: { padding: "0 10px", "&:hover": { backgroundColor: "var(--wash)" } } },
      { props: { variant: "text" }, style: { "&.Mui-disabled, &.Mui-disabled:hover": { backgroundColor: "transparent" } } },
      {
        props: { variant: "tonal" },
        style: {
          backgroundColor: "var(--tint)",
          color: "var(--on-tint)",
          "&:hover": { backgroundColor: "color-mix(in srgb, var(--tint) 88%, var(--primary))" },
        },
      },
      {
        props: { size: "small" },
        style: { minHeight: 32, padding: "0 12px", fontSize: ".8125rem", "& .MuiButton-startIcon > *:nth-of-type(1)": { fontSize: 16 } },
      },
      { props: { size: "large" }, style: { minHeight: 44, fontSize: ".9375rem" } },
    ],
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        width: 40,
        height: 40,
        padding: 0,
        borderRadius: radius.control,
        color: "var(--text-secondary)",
        fontSize: 20,
        "&:hover": { backgroundColor: "var(--hover)", color: "var(--text-primary)" },
        "& .MuiSvgIcon-root": { fontSize: 20 },
      },
      sizeSmall: { width: 32, height: 32 },
      colorInherit: { color: "inherit", "&:hover": { color: "inherit", backgroundColor: "var(--app-bar-field)" } },
      colorError: { color: "var(--text-secondary)", "&:hover": { backgroundColor: "var(--chip-error)", color: "var(--error)" } },
    },
  },
  MuiSvgIcon: { styleOverrides: { root: { fontSize: 20 } } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: "none" } } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: {
        minHeight: 40,
        borderRadius: radius.control,
        backgroundColor: "var(--paper)",
        fontSize: ".875rem",
        lineHeight: "1.25rem",
        "@media (pointer: coarse)": { fontSize: "1rem" },
        "&:hover .MuiOutlinedInput-notchedOutline": { borderColor: "var(--input-border)" },
        "&.Mui-focused .MuiOutlinedInput-notchedOutline": { borderColor: "var(--focus)", borderWidth: 2 },
        "&.Mui-error .MuiOutlinedInput-notchedOutline, &.Mui-error.Mui-focused .MuiOutlinedInput-notchedOutline": {
          borderColor: "var(--error)",
          borderWidth: 2,
        },
        "&.Mui-disabled, &.Mui-readOnly": {
          backgroundColor: "var(--sunken)",
          "& .MuiOutlinedInput-notchedOutline": { borderColor: "var(--divider)" },
        },
      },
      adornedEnd: { paddingRight: 6 },
      notchedOutline: { borderColor: "var(--input-border)" },
      input: {
        padding: "10px 12px",
        height: "auto",
        // The parts of a date are taller than a line of text.
        "&[type=date], &[type=time]": { height: "1.25rem" },
        "&::placeholder": { color: "var(--text-disabled)", opacity: 1 },
        "&:-webkit-autofill": {
          boxShadow: "0 0 0 100px var(--paper) inset",
          WebkitTextFillColor: "var(--text-primary)",
          borderRadius: "inherit",
        },
      },
      multiline: { padding: 0 },
      sizeSmall: { minHeight: 36, fontSize: ".8125rem", "& .MuiOutlinedInput-input": { padding: "8px 12px" } },
    },
  },
  MuiSwitch: {
    styleOverrides: {
      root: { width: 36, height: 20, padding: 0, flex: "none", overflow: "visible" },
      switchBase: {
        padding: 2,
        "&.Mui-checked": { transform: "translateX(16px)", color: "var(--paper)" },
        "&.Mui-checked + .MuiSwitch-track": { opacity: 1, backgroundColor: "var(--primary)" },
        "&.Mui-focusVisible + .MuiSwitch-track": { outline: "2px solid var(--focus)", outlineOffset: 2 },
        "&.Mui-focusVisible": { outline: "none" },
      },
      thumb: { width: 16, height: 16, boxShadow: "none", backgroundColor: "var(--paper)" },
      track: { borderRadius: 10, opacity: 1, backgroundColor: "var(--input-border)" },
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: { borderRadius: radius.dialog, boxShadow: "var(--shadow-dialog)", backgroundColor: "var(--raised)", margin: 24 },
      paperFullScreen: { borderRadius: 0, margin: 0 },
    },
  },
  MuiBackdrop: {
    styleOverrides: { root: { backgroundColor: "var(--scrim)", "&.MuiBackdrop-invisible": { backgroundColor: "transparent" } } },
  },
  MuiPopover: {
    styleOverrides: { paper: { borderRadius: radius.card, boxShadow: "var(--shadow-popover)", backgroundColor: "var(--raised)" } },
  },
  MuiMenu: { styleOverrides: { list: { padding: 4 } } },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        "&&": { minHeight: 40 },
        padding: "0 12px",
        borderRadius: radius.control,
        fontSize: ".875rem",
        gap: 12,
        "& .MuiSvgIcon-root": { color: "var(--text-secondary)" },
        "&:hover, &.Mui-focusVisible": { backgroundColor: "var(--hover)" },
        "&.Mui-selected, &.Mui-selected:hover": { backgroundColor: "var(--selected-raised)" },
        // The reason of a disabled entry must stay readable.
        "&.Mui-disabled": { opacity: 1, color: "var(--text-disabled)", "& .MuiSvgIcon-root": { opacity: 0.5 } },
      },
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400 },
    styleOverrides: {
      tooltip: {
        backgroundColor: "#1C2D36",
        color: "#F1F6F8",
        fontSize: ".75rem",
        lineHeight: "1rem",
        padding: "6px 10px",
        borderRadius: radius.control,
        fontWeight: 500,
      },
    },
  },
  MuiDrawer: { styleOverrides: { paper: { backgroundColor: "var(--paper)", border: 0 } } },
};

declare module "@mui/material/Button" {
  interface ButtonPropsVariantOverrides {
    tonal: true;
  }
}
