import { differenceOf } from "@balcao/domain/lists";

type Fields<Name extends string> = { readonly [Field in `${"added" | "removed"}${Capitalize<Name>}`]?: number[] };

/**
 * The fields of a call that say what the person added to a list of ids and removed from it since the form was opened, so that saving
 * does not undo what others changed in it (D-281). `chosen` is undefined where the person did not touch the list.
 */
export function toListFields<Name extends string>(
  name: Name,
  opened: readonly (number | undefined)[] = [],
  chosen?: readonly number[],
): Fields<Name> {
  const former = opened.filter((id) => id !== undefined);
  const { added, removed } = differenceOf(former, chosen ?? former);
  const suffix = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const fields = { ...(added.length > 0 && { [`added${suffix}`]: added }), ...(removed.length > 0 && { [`removed${suffix}`]: removed }) };
  // Its names are those of the type.
  return fields as Fields<Name>;
}
