import type { ColleagueView } from "@balcao/contracts/users";
import CloseRounded from "@mui/icons-material/CloseRounded";
import IconButton from "@mui/material/IconButton";
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef, type ComponentProps, type MouseEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { allUsersQuery } from "../../lib/data/users";
import { focusWhenLost } from "../../lib/keyboard";
import { useSelf } from "../../lib/session";
import { Avatar } from "../Avatar";
import { SearchPicker } from "../SearchPicker";
import { toOffered } from "./colleagues";

interface ColleaguePickerProps {
  readonly label: string;
  readonly optional?: string;
  readonly help?: string;
  /** People who are not offered. */
  readonly hidden?: readonly number[];
  /** Before a search, the people of this queue are offered; without one, all. */
  readonly queueId?: number | null;
  readonly error?: string | undefined;
  readonly autoFocus?: boolean;
  /** Shown beside a name. */
  readonly factOf?: (colleague: ColleagueView) => ReactNode;
  readonly onPick: (colleague: ColleagueView) => void;
}

/** A search for active colleagues by name, which offers those who are online first. */
export function ColleaguePicker({ hidden = [], queueId = null, factOf, ...field }: ColleaguePickerProps) {
  const { t } = useTranslation();
  const { id: selfId } = useSelf();
  const { data: everybody = [] } = useQuery(allUsersQuery);
  return (
    <SearchPicker<ColleagueView>
      {...field}
      name={`colleagues${hidden.join()}`}
      placeholder={t("form.searchColleague")}
      offered={toOffered(everybody, { queueId, hidden: [...hidden, selfId] })}
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

interface ChosenPersonProps extends Omit<ComponentProps<typeof Avatar>, "size"> {
  readonly label: string;
  /** Shown beside the name, for example a number. */
  readonly fact?: string;
  readonly removeLabel: string;
  readonly onRemove: () => void;
}

/** The person who was chosen in a search field, whose place and focus it takes. The cross opens the search again. */
export function ChosenPerson({ label, fact, removeLabel, onRemove, ...person }: ChosenPersonProps) {
  const cross = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) cross.current?.focus();
  }, []);
  const remove = ({ currentTarget }: MouseEvent) => {
    const around = currentTarget.closest(".field")?.parentElement;
    onRemove();
    focusWhenLost(() => around?.querySelector<HTMLElement>("[role='combobox']") ?? null);
  };
  return (
    <div className="field">
      <span className="fieldLabel">{label}</span>
      <div className="chosen">
        <Avatar {...person} size={28} />
        <span className="ellipsis">{person.name}</span>
        {fact !== undefined && <span className="searchPickerFact">{fact}</span>}
        <IconButton ref={cross} size="small" aria-label={removeLabel} onClick={remove}>
          <CloseRounded />
        </IconButton>
      </div>
    </div>
  );
}
