/**
 * Moves the focus to the next or previous region of the page: elements with `data-region`, in
 * document order (F6).
 */
export function focusRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")].filter(
    (region) => region.offsetParent !== null || region.tagName === "MAIN",
  );
  if (regions.length === 0) return;
  const at = regions.findLastIndex((region) => region.contains(document.activeElement));
  const next = at === -1 ? regions.at(step === 1 ? 0 : -1) : regions[(at + step + regions.length) % regions.length];
  if (!next) return;
  const target = next.querySelector<HTMLElement>("[data-region-focus]") ?? next;
  if (!target.hasAttribute("tabindex") && target.tabIndex < 0) target.tabIndex = -1;
  target.focus();
}
