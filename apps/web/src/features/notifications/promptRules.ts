const NOON = "12:00";
const EVENING = "18:00";

/** The greeting at a time `HH:mm` of the company. */
export function greetingOf(clock: string): "morning" | "afternoon" | "evening" {
  if (clock < NOON) return "morning";
  return clock < EVENING ? "afternoon" : "evening";
}

/** Whether the focus is in a field with text, above which nothing may appear. */
export function isWriting(focused: Element | null): boolean {
  return focused !== null && "value" in focused && typeof focused.value === "string" && focused.value !== "";
}
