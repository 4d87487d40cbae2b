/** What scrolling up a conversation in steps showed. */
export interface Steps {
  /** How far each step moved the lines that were on the screen, in px, of the one that is farthest off; null where none is left. */
  readonly moved: readonly (number | null)[];
  /** The lines whose height has changed since they were first drawn. */
  readonly resized: readonly string[];
  /** Errors of the page meanwhile. */
  readonly errors: readonly string[];
}

/**
 * Scrolls a conversation up as a person does, who stops to read every few steps, and compares where its lines are with where they should be.
 * It runs in the page.
 */
export async function scrollUp(steps: number, px: number, restMs: number): Promise<Steps> {
  const feed = document.querySelector<HTMLElement>('[data-region="messages"]');
  if (!feed) throw new Error("There is no conversation.");
  const frames = async (left: number): Promise<void> => {
    for (let each = 0; each < left; each += 1) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  };
  const shown = (): Map<string, number> => {
    const { top, bottom } = feed.getBoundingClientRect();
    const places = [...feed.querySelectorAll<HTMLElement>(".message")].map((line) => [line, line.getBoundingClientRect()] as const);
    return new Map(
      places
        .filter(([, place]) => place.bottom > top && place.top < bottom)
        .map(([line, place]) => [line.dataset["key"] ?? "", Math.round((place.top - top) * 10) / 10]),
    );
  };
  const heights = new Map<string, number>();
  const resized = new Set<string>();
  const measure = (): void => {
    for (const line of feed.querySelectorAll<HTMLElement>(".message")) {
      const key = line.dataset["key"] ?? "";
      const height = line.offsetHeight;
      if (Math.abs(height - (heights.get(key) ?? height)) > 1) resized.add(key);
      heights.set(key, height);
    }
  };
  const errors: string[] = [];
  const note = ({ message }: ErrorEvent) => void errors.push(message);
  addEventListener("error", note);
  const moved: (number | null)[] = [];
  for (let step = 0; step < steps; step += 1) {
    // Older ones are on their way.
    for (let wait = 0; wait < 200 && feed.scrollTop <= px; wait += 1) await frames(3);
    if (feed.scrollTop <= px) break;
    const before = shown();
    feed.scrollTop -= px;
    await frames(6);
    if (step % 3 === 2) await new Promise((resolve) => setTimeout(resolve, restMs));
    measure();
    const ways = [...shown()].flatMap(([key, top]) => (before.has(key) ? [top - (before.get(key) ?? 0)] : []));
    ways.sort((one, other) => Math.abs(other - px) - Math.abs(one - px));
    moved.push(ways[0] ?? null);
  }
  removeEventListener("error", note);
  return { moved, resized: [...resized], errors };
}
