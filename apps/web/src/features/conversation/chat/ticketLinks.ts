/** A message shows at most so many cards. */
const MOST = 3;

/** The tickets whose addresses a text contains, each once. */
export function ticketLinks(text: string, origin: string): readonly number[] {
  const found = text.split(/\s+/).flatMap((word) => {
    if (!word.startsWith(`${origin}/tickets/`)) return [];
    const [id = ""] = /^[1-9]\d{0,9}(?=$|[?#.,;:!)])/.exec(word.slice(`${origin}/tickets/`.length)) ?? [];
    return id === "" ? [] : [Number(id)];
  });
  return [...new Set(found)].slice(0, MOST);
}
