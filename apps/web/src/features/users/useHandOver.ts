import type { OwnedTicketsView, UserView } from "@balcao/contracts/users";
import type { UserForm } from "@balcao/domain/forms";
import { useState } from "react";
import { call, toErrorText } from "../../lib/api";
import { toasts } from "../../lib/toasts";
import type { SchemaForm } from "../../ui/form";
import { askHandOver, dropUnanswered } from "./handOver";

/**
 * The open conversations of a person, which are read when the account is switched off; `ask` adds the substitutions that they need
 * and says whether there are any.
 */
export function useHandOver(editing: UserView | null, { form: { getValues, setValue } }: SchemaForm<UserForm>) {
  const [owned, setOwned] = useState<readonly OwnedTicketsView[]>([]);
  const ask = async (active: boolean): Promise<boolean> => {
    const put = (rows: UserForm["substitution"]) => setValue("substitution", rows, { shouldDirty: true });
    if (active) put(dropUnanswered(getValues("substitution")));
    if (active || !editing) return false;
    try {
      const found = await call("users", "ownedTickets", { params: { userId: editing.id } });
      // The switch may be on again when the answer comes.
      if (getValues("active")) return false;
      setOwned(found);
      put(askHandOver(getValues("substitution"), found));
      return found.length > 0;
    } catch (error) {
      toasts.error(toErrorText(error));
      return false;
    }
  };
  return { owned, ask };
}
