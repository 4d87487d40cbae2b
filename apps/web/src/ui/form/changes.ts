/** Only the fields that differ from those with which the form was opened, so that saving does not undo other people's changes. */
export function toChanges<Values extends object>(opened: object, values: Values): Partial<Values> {
  const originals = new Map(Object.entries(opened).map(([name, value]) => [name, JSON.stringify(value)]));
  const changed = Object.entries(values).filter(([name, value]) => originals.get(name) !== JSON.stringify(value));
  // Its entries are entries of the values.
  return Object.fromEntries(changed) as Partial<Values>;
}
