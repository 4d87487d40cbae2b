import { applyDifference, differenceOf } from "@balcao/domain/lists";

type Prefixed<Name extends string, Prefix extends string> = { readonly [Field in `${Prefix}${Capitalize<Name>}`]?: number[] };
type Fields<Name extends string> = Prefixed<Name, "added" | "removed">;
type OrderedFields<Name extends string> = Fields<Name> & Prefixed<Name, "expected"> & { readonly [Field in Name]?: number[] };

const capitalized = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/**
 * The fields of a call that say what the person added to a list of ids and removed from it since the form was opened, so that saving
 * does not undo what others changed in it. `chosen` is undefined where the person did not touch the list.
 */
export function toListFields<Name extends string>(
  name: Name,
  opened: readonly (number | undefined)[] = [],
  chosen?: readonly number[],
): Fields<Name> {
  const former = opened.filter((id) => id !== undefined);
  const { added, removed } = differenceOf(former, chosen ?? former);
  const suffix = capitalized(name);
  const fields = { ...(added.length > 0 && { [`added${suffix}`]: added }), ...(removed.length > 0 && { [`removed${suffix}`]: removed }) };
  // Its names are those of the type.
  return fields as Fields<Name>;
}

/**
 * As `toListFields`, for a list whose order counts. Another order among those who stay is a new list, which replaces no other one than
 * the person has seen.
 */
export function toOrderedListFields<Name extends string>(
  name: Name,
  opened: readonly (number | undefined)[] = [],
  chosen?: readonly number[],
): OrderedFields<Name> {
  const former = opened.filter((id) => id !== undefined);
  const after = applyDifference(former, differenceOf(former, chosen ?? former));
  const isInOrder = chosen === undefined || String(after) === String(chosen);
  const fields: unknown = isInOrder
    ? toListFields(name, former, chosen)
    : { [name]: [...chosen], [`expected${capitalized(name)}`]: former };
  // Its names are those of the type.
  return fields as OrderedFields<Name>;
}
