type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields of a change that the call names; the others stay as they are stored. */
export function givenFields<T extends object>(fields: T): Given<T> {
  // Its entries are entries of the fields.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
