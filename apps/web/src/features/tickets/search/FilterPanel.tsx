import type { QueueView } from "@balcao/contracts/queues";
import { useTranslation } from "react-i18next";
import { useSelf } from "../../../lib/session";
import { SelectField, TextInput } from "../../../ui";
import { ChoicePicker } from "./ChoicePicker";
import { MIN_CONTACT_LENGTH, type TextFilter } from "./searchFilter";
import type { Search } from "./useSearchFilter";

interface FilterPanelProps {
  readonly id: string;
  readonly search: Search;
  readonly queues: readonly Pick<QueueView, "id" | "name" | "color">[];
  readonly users: readonly { readonly id: number; readonly name: string }[];
  readonly tags: readonly Pick<QueueView, "id" | "name" | "color">[];
}

/** The filters beside the text: contact, connection, queue, user, tag (INBOX-010, INBOX-011). */
export function FilterPanel({ id, search, queues, users, tags }: FilterPanelProps) {
  const { t } = useTranslation("search");
  const self = useSelf();
  const { draft, choose } = search;
  const mayChooseUser = self.profile !== "user";
  const isShort = draft.contact.trim().length > 0 && draft.contact.trim().length < MIN_CONTACT_LENGTH;
  return (
    <div id={id} className="searchPanel">
      <TextFilterField name="contact" search={search} help={isShort ? t("contactTooShort", { count: MIN_CONTACT_LENGTH }) : undefined} />
      <TextFilterField name="connection" search={search} />
      <TextFilterField name="queue" search={search} />
      <ChoicePicker label={t("filters.queues")} offered={queues} chosen={draft.queueIds} onChoose={(queueIds) => choose({ queueIds })} />
      <SelectField
        label={t("filters.user")}
        value={draft.userId === null ? "" : String(draft.userId)}
        disabled={!mayChooseUser}
        help={mayChooseUser ? undefined : t("userDisabled")}
        onChange={(value) => choose({ userId: value === "" ? null : Number(value) })}
        options={[{ value: "", label: t("any") }, ...users.map((user) => ({ value: String(user.id), label: user.name }))]}
      />
      <ChoicePicker label={t("filters.tags")} offered={tags} chosen={draft.tagIds} onChoose={(tagIds) => choose({ tagIds })} />
    </div>
  );
}

interface TextFilterFieldProps {
  readonly name: Exclude<TextFilter, "message">;
  readonly search: Search;
  readonly help?: string | undefined;
}

/** A text of the filter: Enter searches at once, Esc clears it. */
function TextFilterField({ name, search, help }: TextFilterFieldProps) {
  const { t } = useTranslation("search");
  return (
    <TextInput
      label={t(`filters.${name}`)}
      size="small"
      value={search.draft[name]}
      autoComplete="off"
      help={help}
      slotProps={{ input: { maxLength: 200, enterKeyHint: "search" } }}
      onChange={(event) => search.type(name, event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") search.searchNow();
        if (event.key !== "Escape" || search.draft[name] === "") return;
        event.stopPropagation();
        search.type(name, "");
      }}
    />
  );
}
