/** Colours that can be distinguished in both themes. */
export const COLORS = [
  "#1e7a3e",
  "#236681",
  "#8a5300",
  "#6b4fa3",
  "#b3261e",
  "#0b6fa4",
  "#b36b00",
  "#2f7f79",
  "#a13d7a",
  "#4a5fb5",
  "#5f7a1e",
  "#51636d",
] as const;
