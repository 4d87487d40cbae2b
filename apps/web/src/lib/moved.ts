/** The list with the item of one place at another one, as far as the list goes. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from];
  if (item === undefined) return list;
  const place = Math.min(list.length - 1, Math.max(0, to));
  const others = list.filter((_, at) => at !== from);
  return [...others.slice(0, place), item, ...others.slice(place)];
}

/** The list with another item at one place. */
export const replaced = <T>(list: readonly T[], place: number, item: T): T[] => list.map((one, at) => (at === place ? item : one));
