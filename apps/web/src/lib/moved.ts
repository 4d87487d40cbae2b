/** The list with the item of one place at another one, as far as the list goes. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from];
  if (item === undefined) return list;
  const place = Math.min(list.length - 1, Math.max(0, to));
  return list.toSpliced(from, 1).toSpliced(place, 0, item);
}
