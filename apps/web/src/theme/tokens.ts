/**
 * Every colour, radius and shadow of the product, once, in light and dark. The MUI theme is made from this table and
 * plain CSS reads the same values as custom properties: `textSecondary` is `var(--text-secondary)`.
 */
const light = {
  primary: "#236681", onPrimary: "#FFFFFF", primaryStrong: "#17485C",
  tint: "#D8E8F0", onTint: "#17485C", wash: "rgba(35, 102, 129, .08)",
  appBar: "#236681", onAppBar: "#FFFFFF", onAppBarSoft: "#DDEBF1", appBarField: "rgba(6, 34, 46, .26)", appBarLine: "transparent",
  page: "#F4F7F9", paper: "#FFFFFF", raised: "#FFFFFF", canvas: "#EAF0F3", sunken: "#F4F7F9", thead: "#F8FAFB",
  textPrimary: "#16242B", textSecondary: "#51636D", textDisabled: "#5E707A",
  divider: "#DCE4E9", hair: "#E8EEF1", line: "#C3CFD6", inputBorder: "#72858F",
  hover: "#EDF3F6", selected: "#E3EFF4", selectedRaised: "#E3EFF4", focus: "#0B6FA4",
  bubbleOut: "#D7ECF4", bubbleOutTime: "#46606D", bubbleOutQuote: "rgba(35, 102, 129, .10)",
  comment: "#FFF3CD", onComment: "#3A2E05", commentTime: "#6B5710", commentLine: "#EBD58B", commentInk: "#7A5B00",
  failed: "#FDECEA", onFailed: "#7A1712", failedLine: "#E2A39D",
  ackRead: "#0B6FA4", ackSent: "#4A6674",
  success: "#1E7A3E", warning: "#8A5300", error: "#B3261E", errorStrong: "#8F1D17", onError: "#FFFFFF",
  chip: "#E9EFF2", onChip: "#3C4D57",
  chipSuccess: "#DFF3E6", onChipSuccess: "#14532B", chipWarning: "#FFF1D6", onChipWarning: "#5C3A00", chipError: "#FDECEA", onChipError: "#7A1712",
  attention: "#F2B84B", onAttention: "#2B1D00",
  mark: "#FFE08A", onMark: "#16242B", star: "#B36B00", starOff: "#C3CED5", queueNone: "#7A7A7A",
  online: "#2F9E5B", away: "#E0A43A",
  track: "#E6ECEF", skeleton: "#E4EBEF", skeletonShine: "#EFF4F6",
  chart1: "#236681", chart2: "#3C98BE", chart3: "#3F8F63", chart4: "#7A6FB0", chart5: "#B7791A", chart6: "#CF5B50", chartOther: "#7F919B",
  scrim: "rgba(12, 24, 31, .48)",
  avatarBackLightness: "88%", avatarBackSaturation: "48%", avatarInkLightness: "23%", avatarInkSaturation: "60%",
  shadowBubble: "0 1px 1px rgba(22, 42, 52, .07)",
  shadowCard: "0 1px 2px rgba(16, 36, 46, .05)",
  shadowPopover: "0 0 0 1px rgba(22, 42, 52, .07), 0 4px 12px rgba(22, 42, 52, .08), 0 16px 40px rgba(22, 42, 52, .14)",
  shadowDialog: "0 0 0 1px rgba(22, 42, 52, .05), 0 8px 24px rgba(22, 42, 52, .14), 0 32px 72px rgba(22, 42, 52, .22)",
} as const;

type Tokens = Record<keyof typeof light, string>;

const dark: Tokens = {
  primary: "#7CC4E0", onPrimary: "#06222E", primaryStrong: "#4E9DBC",
  tint: "#23495A", onTint: "#A9DBEF", wash: "rgba(124, 196, 224, .10)",
  appBar: "#12303D", onAppBar: "#E6EEF2", onAppBarSoft: "#B9D3DE", appBarField: "rgba(255, 255, 255, .07)", appBarLine: "rgba(255, 255, 255, .10)",
  page: "#0F181D", paper: "#162229", raised: "#1C2B33", canvas: "#0C1418", sunken: "#121D23", thead: "#19262E",
  textPrimary: "#E6EEF2", textSecondary: "#A3B5BF", textDisabled: "#8296A1",
  divider: "#26363F", hair: "#1F2D35", line: "#3A4C56", inputBorder: "#6C808B",
  hover: "#1A2A32", selected: "#1F323C", selectedRaised: "#28404C", focus: "#8FD6F2",
  bubbleOut: "#1D4A5D", bubbleOutTime: "#B9D3DE", bubbleOutQuote: "rgba(0, 0, 0, .18)",
  comment: "#3D3412", onComment: "#F6E7B4", commentTime: "#D6C483", commentLine: "#5E5120", commentInk: "#EBCB6B",
  failed: "#4A1F1C", onFailed: "#F9D5D1", failedLine: "#8A4540",
  ackRead: "#6FD0F5", ackSent: "#B9D3DE",
  success: "#6CCB8B", warning: "#F0B357", error: "#F2857C", errorStrong: "#D96B62", onError: "#2A0906",
  chip: "#24343D", onChip: "#C2D0D8",
  chipSuccess: "#143222", onChipSuccess: "#A6E3BB", chipWarning: "#3D2E10", onChipWarning: "#F6D59B", chipError: "#4A1F1C", onChipError: "#F9D5D1",
  attention: "#F2B84B", onAttention: "#2B1D00",
  mark: "#E7C65B", onMark: "#16242B", star: "#F0B357", starOff: "#3A4C56", queueNone: "#7A7A7A",
  online: "#4DBD79", away: "#E0A43A",
  track: "#26363F", skeleton: "#22323B", skeletonShine: "#1B2A32",
  chart1: "#7CC4E0", chart2: "#4E9DBC", chart3: "#6CCB8B", chart4: "#B3A4E6", chart5: "#F0B357", chart6: "#F2857C", chartOther: "#8296A1",
  scrim: "rgba(4, 9, 12, .64)",
  avatarBackLightness: "26%", avatarBackSaturation: "30%", avatarInkLightness: "84%", avatarInkSaturation: "55%",
  shadowBubble: "none",
  shadowCard: "none",
  shadowPopover: "0 0 0 1px #31434D, 0 16px 40px rgba(0, 0, 0, .5)",
  shadowDialog: "0 0 0 1px #2E404A, 0 32px 72px rgba(0, 0, 0, .6)",
};

/** Both colour tables, by the name of the mode. */
export const tokens = { light: light as Tokens, dark } as const;

/** Sizes in px that both the MUI theme and plain CSS keep: radii, bars and panes. */
export const sizes = {
  radiusControl: 8, radiusCard: 12, radiusDialog: 16, radiusRail: 10,
  appBar: 56, paneHeader: 56, pageHeader: 64, drawer: 240, rail: 64, sideDrawer: 380,
  row: 76, rowCompact: 60, tableRow: 48, tableRowTwoLines: 56, tableRowCompact: 40,
} as const;

/** z-order of the layers; MUI's own are set from it. */
export const layers = { sticky: 10, popover: 1200, drawer: 1200, dialog: 1300, toast: 1400, offline: 1450 } as const;

const cssName = (name: string) => `--${name.replace(/[A-Z0-9]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function declarations(table: Record<string, string | number>, unit = ""): string {
  return Object.entries(table).map(([name, value]) => `${cssName(name)}:${value}${unit}`).join(";");
}

/** The style sheet that stands in the page's head: sizes, then both colour tables, the dark one under `data-theme`. */
export function tokenStyles(): string {
  const sizeNames = Object.fromEntries(Object.entries(sizes).map(([name, value]) => [`size${name[0]?.toUpperCase() ?? ""}${name.slice(1)}`, value]));
  return [
    `:root{${declarations(sizeNames, "px")};${declarations(light)};color-scheme:light}`,
    `[data-theme=dark]{${declarations(dark)};color-scheme:dark}`,
    "html{background:var(--page)}",
  ].join("");
}
