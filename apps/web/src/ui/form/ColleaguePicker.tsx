import type { ColleagueView } from "@balcao/contracts/users";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { Avatar } from "../Avatar";
import { SearchPicker } from "../SearchPicker";

interface ColleaguePickerProps {
  readonly label: string;
  /** People who are not offered. */
  readonly hidden?: readonly number[];
  readonly error?: string | undefined;
  readonly autoFocus?: boolean;
  /** Shown beside a name. */
  readonly factOf?: (colleague: ColleagueView) => ReactNode;
  readonly onPick: (colleague: ColleagueView) => void;
}

/** A search for active colleagues by name. */
export function ColleaguePicker({ hidden = [], factOf, ...field }: ColleaguePickerProps) {
  const { t } = useTranslation();
  return (
    <SearchPicker<ColleagueView>
      {...field}
      name={`colleagues${hidden.join()}`}
      placeholder={t("form.searchColleague")}
      search={async (text, signal) => {
        const { users } = await call("users", "list", { query: { searchParam: text } }, { signal });
        return users.filter(({ id, active }) => active && !hidden.includes(id));
      }}
      toKey={({ id }) => id}
      toLabel={({ name }) => name}
      draw={(user) => (
        <>
          <Avatar name={user.name} src={user.profilePicUrl} size={28} presence={user.status} />
          <span className="ellipsis">{user.name}</span>
          {factOf && <span className="searchPickerFact">{factOf(user)}</span>}
        </>
      )}
    />
  );
}
