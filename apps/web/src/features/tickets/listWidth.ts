/** The bounds of the list beside the conversation and its width where nobody has chosen one, in pixels. */
export const LIST_WIDTH = { min: 320, max: 480, usual: 380 } as const;

const STEP = 16;

export const boundWidth = (width: number): number => Math.round(Math.min(LIST_WIDTH.max, Math.max(LIST_WIDTH.min, width)));

/** The stored width; the usual one when there is none. */
export function readWidth(stored: string | null): number {
  const width = Number(stored ?? "");
  return stored === null || !Number.isFinite(width) ? LIST_WIDTH.usual : boundWidth(width);
}

/** The width after a key on the border; null for a key that does not move it. */
export function widthByKey(key: string, width: number): number | null {
  if (key === "ArrowLeft") return boundWidth(width - STEP);
  if (key === "ArrowRight") return boundWidth(width + STEP);
  if (key === "Home") return LIST_WIDTH.min;
  return key === "End" ? LIST_WIDTH.max : null;
}
