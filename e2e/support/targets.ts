import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

const TARGETS = [
  "button, a[href], input, textarea, select",
  ...["button", "checkbox", "combobox", "link", "menuitem", "option", "radio", "switch", "tab"].map((role) => `[role="${role}"]`),
].join(", ");

/** Rows of a table have the same controls, however many there are. */
const ROWS = 'tr, [role="row"]';

type Place = readonly [left: number, top: number, width: number, height: number];

interface Target {
  readonly name: string;
  /** What acts at the press itself and lies over the page then. */
  readonly opensList: boolean;
}

/** What the walk leaves in the page: the targets in their order, and what the last click would have reached. */
interface Walk {
  readonly targets: readonly Element[];
  clicked: EventTarget | null;
}

type WalkedWindow = Window & { walk?: Walk };

/**
 * Collects what can be pressed and is seen, at most `most`, of the rows of a table the first and the last, and keeps every click from
 * doing anything.
 */
async function collect(page: Page, root: string, most: number): Promise<readonly Target[]> {
  return page.evaluate(
    ([selector, rows, inside, limit]) => {
      const isOneOfFew = (row: Element | null): boolean => {
        const alike = row?.parentElement ? [...row.parentElement.children].filter((each) => each.matches(rows)) : [];
        const at = row ? alike.indexOf(row) : 0;
        return at < 1 || at === alike.length - 1;
      };
      const shown = [...document.querySelectorAll(inside)].flatMap((element) => [...element.querySelectorAll<HTMLElement>(selector)]);
      const targets = shown.filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        const isSeen = element.checkVisibility({ visibilityProperty: true }) && width > 2 && height > 2;
        const isLive =
          !element.matches(':disabled, [aria-disabled="true"], [type="file"], .visuallyHidden *') &&
          getComputedStyle(element).pointerEvents !== "none";
        const isInner = element.parentElement?.closest(selector) !== null && !element.matches("input, button");
        return isSeen && isLive && !isInner && isOneOfFew(element.closest(rows));
      });
      const some = targets.slice(0, limit);
      const walk: Walk = { targets: some, clicked: null };
      if (!(window as WalkedWindow).walk)
        window.addEventListener(
          "click",
          (event) => {
            const present = (window as WalkedWindow).walk;
            if (!present) return;
            event.preventDefault();
            event.stopImmediatePropagation();
            present.clicked = event.target;
          },
          { capture: true },
        );
      (window as WalkedWindow).walk = walk;
      return some.map((element): Target => {
        const words = element.getAttribute("aria-label") ?? (element.textContent || element.getAttribute("placeholder") || element.id);
        return {
          name: `${element.tagName.toLowerCase()} ${words.trim().slice(0, 60)}`,
          opensList: element.matches('select, [role="combobox"], [aria-haspopup]'),
        };
      });
    },
    [TARGETS, ROWS, root, most] as const,
  );
}

/**
 * Where a target is, whether a press at its middle would reach it, and whether the last click has: after the next frame, unless `scroll`
 * finds it in its place.
 */
const measure = (
  page: Page,
  index: number,
  when: "scroll" | "frame" | "now",
): Promise<{ at: Place; isReached: boolean; clicked: boolean }> =>
  page.evaluate(
    async ([at, how]) => {
      const { walk } = window as WalkedWindow;
      const target = walk?.targets[at];
      if (!walk || !target) throw new Error("there is no such target");
      const reaches = (element: Element | null): boolean =>
        element !== null && (target.contains(element) || (element.closest("label")?.contains(target) ?? false));
      const look = (): { at: Place; isReached: boolean } => {
        const { left, top, width, height } = target.getBoundingClientRect();
        return { at: [left, top, width, height], isReached: reaches(document.elementFromPoint(left + width / 2, top + height / 2)) };
      };
      const before = look();
      if (how === "scroll") target.scrollIntoView({ block: "center", behavior: "instant" });
      const isThere = look().at.join() === before.at.join() && before.isReached;
      if (how === "frame" || (how === "scroll" && !isThere)) await new Promise(requestAnimationFrame);
      const { clicked } = walk;
      walk.clicked = null;
      return { ...look(), clicked: clicked instanceof Element && reaches(clicked) };
    },
    [index, when] as const,
  );

const isMoved = ([x, y]: Place, [left, top]: Place): boolean => Math.abs(x - left) > 1 || Math.abs(y - top) > 1;

/** Presses a target without letting the click do anything; returns what is wrong. */
async function press(page: Page, index: number, target: Target): Promise<string | null> {
  const before = await measure(page, index, "scroll");
  if (!before.isReached) return "is covered";
  const [left, top, width, height] = before.at;
  await page.mouse.move(left + width / 2, top + height / 2);
  const hovered = await measure(page, index, "frame");
  if (isMoved(before.at, hovered.at)) return `moves under the pointer from ${before.at.join()} to ${hovered.at.join()}`;
  if (target.opensList) return null;
  await page.mouse.down();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.mouse.up();
  const pressed = await measure(page, index, "now");
  return pressed.clicked ? null : `does not get the click; it was at ${before.at.join()} and is at ${pressed.at.join()}`;
}

/**
 * Presses everything inside `root` that can be pressed, one after the other, without letting a click do anything, and expects that
 * nothing that comes or goes with the pointer or the focus moves or covers a target before the click reaches it. News that arrive
 * may move a target once; what the pointer or the focus moves, they move again.
 */
export async function expectTargetsToHoldStill(page: Page, screen: string, root: string, most = 40): Promise<void> {
  const targets = await collect(page, root, most);
  const faults: string[] = [];
  let last: readonly [number, Target] | null = null;
  for (const [index, target] of targets.entries()) {
    let fault = await press(page, index, target);
    if (fault !== null) {
      if (last !== null) await press(page, ...last);
      fault = await press(page, index, target);
    }
    if (fault !== null) faults.push(`${target.name}: ${fault}`);
    last = [index, target];
  }
  await page.evaluate(() => delete (window as WalkedWindow).walk);
  expect.soft(faults, `targets of ${screen}`).toEqual([]);
}
