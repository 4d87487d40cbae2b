import type { AnySchema } from "yup";
import type { ListDifference } from "@balcao/domain/lists";
import { idList } from "./wire.js";

/** A change of a list of ids: the list that replaces it, with the one that the person saw, or what is added to it and removed from it. */
export type ListChange =
  | { readonly whole: readonly number[]; readonly expected: readonly number[] | undefined }
  | (ListDifference & { readonly whole?: undefined });

type Ids = ReturnType<typeof idList>;
type Fields<Name extends string> = Record<Name | `${"added" | "removed" | "expected"}${Capitalize<Name>}`, Ids>;
type Siblings = { readonly parent: Readonly<Record<string, readonly unknown[] | undefined>> };

/**
 * The fields of a list of ids that a call changes. Beside the documented whole list `tagIds`: `addedTagIds` and `removedTagIds`,
 * which are never sent with it, or `expectedTagIds`, the list that the person saw, which is sent with it alone.
 */
export function listChange<Name extends string>(name: Name, max?: number): Fields<Name> {
  const whole: string = name;
  const added = `added${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const named = (prefix: string): string => added.replace("added", prefix);
  const difference = (): Ids =>
    idList(max)
      .test("unique", "unique", (ids) => ids === undefined || new Set(ids).size === ids.length)
      .test("unexpected", "unexpected", (ids, { parent }: Siblings) => ids === undefined || parent[whole] === undefined);
  const fields: Record<string, Ids> = {
    [whole]: idList(max),
    [added]: difference(),
    [named("removed")]: difference().test("overlap", "overlap", (ids, { parent }: Siblings) => {
      const others = new Set(parent[added]);
      return ids?.some((id) => others.has(id)) !== true;
    }),
    [named("expected")]: idList(max).test(
      "unexpected",
      "unexpected",
      (ids, { parent }: Siblings) => ids === undefined || parent[whole] !== undefined,
    ),
  };
  // Its names are those of the type.
  return fields as Fields<Name>;
}

/** A list of rows as `expected…` beside the documented whole list `whole`: the list that the person saw, which is sent with it alone. */
export const expectedBeside = <Rows extends AnySchema>(whole: string, rows: Rows): Rows =>
  rows.test("unexpected", "unexpected", (value: unknown, { parent }: Siblings) => value === undefined || parent[whole] !== undefined);

type MaybeIds = readonly number[] | undefined;

/** The change that the fields of a list say; null where none of them was sent. */
export function toListChange(
  whole: MaybeIds,
  { added, removed, expected }: { readonly added: MaybeIds; readonly removed: MaybeIds; readonly expected: MaybeIds },
): ListChange | null {
  if (whole) return { whole, expected };
  return added || removed ? { added: added ?? [], removed: removed ?? [] } : null;
}
