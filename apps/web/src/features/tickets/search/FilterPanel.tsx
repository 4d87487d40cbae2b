import type { QueueView } from "@balcao/contracts/queues";
import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReasonWords } from "../../../lib/data/reasonWords";
import { useSettings } from "../../../lib/data/settings";
import { useSelf } from "../../../lib/session";
import { SelectField, TextInput } from "../../../ui";
import { ViewFormDialog } from "../views/lazyParts";
import { AdField } from "./AdField";
import { ChoicePicker } from "./ChoicePicker";
import { FIELD_FILTERS, MIN_CONTACT_LENGTH, type FieldFilter } from "./searchFilter";
import type { Search } from "./useSearchFilter";

interface FilterPanelProps {
  readonly id: string;
  readonly search: Search;
  readonly queues: readonly Pick<QueueView, "id" | "name" | "color">[];
  readonly users: readonly { readonly id: number; readonly name: string }[];
  readonly tags: readonly Pick<QueueView, "id" | "name" | "color">[];
}

/** The filters beside the text: contact, connection, queue, user, reason, advertisement, tag (INBOX-010, INBOX-011). */
export function FilterPanel({ id, search, queues, users, tags }: FilterPanelProps) {
  const { t } = useTranslation("search");
  const { t: reasonWords } = useTranslation("closing");
  const { nameOf, keys } = useReasonWords();
  const asksForReasons = useSettings().closingReason !== "off";
  const self = useSelf();
  const { draft, choose } = search;
  const mayChooseUser = self.profile !== "user";
  const isShort = draft.contact.trim().length > 0 && draft.contact.trim().length < MIN_CONTACT_LENGTH;
  return (
    <div id={id} className="searchPanel">
      {FIELD_FILTERS.map((name) => (
        <TextFilterField
          key={name}
          name={name}
          search={search}
          help={name === "contact" && isShort ? t("contactTooShort", { count: MIN_CONTACT_LENGTH }) : undefined}
        />
      ))}
      <ChoicePicker label={t("filters.queues")} offered={queues} chosen={draft.queueIds} onChoose={(queueIds) => choose({ queueIds })} />
      <SelectField
        label={t("filters.user")}
        value={draft.userId === null ? "" : String(draft.userId)}
        disabled={!mayChooseUser}
        help={mayChooseUser ? undefined : t("userDisabled")}
        onChange={(value) => choose({ userId: value === "" ? null : Number(value) })}
        options={[{ value: "", label: t("any") }, ...users.map((user) => ({ value: String(user.id), label: user.name }))]}
      />
      {asksForReasons && (
        <SelectField
          label={reasonWords("filter")}
          value={draft.reason}
          onChange={(reason) => choose({ reason })}
          options={[{ value: "", label: t("any") }, ...keys.map((key) => ({ value: key, label: nameOf(key) }))]}
        />
      )}
      <AdField fromAd={draft.fromAd} ad={draft.ad} onChange={(fromAd, ad) => choose({ fromAd, ad })} />
      <ChoicePicker label={t("filters.tags")} offered={tags} chosen={draft.tagIds} onChoose={(tagIds) => choose({ tagIds })} />
      <SaveView filter={draft} />
    </div>
  );
}

/** Makes a saved view of what is filtered, besides its texts (D-557). */
function SaveView({ filter: { queueIds, userId, tagIds, ...same } }: { readonly filter: Search["draft"] }) {
  const { t } = useTranslation("search");
  const [open, setOpen] = useState(false);
  const owner = userId === null ? "" : String(userId);
  return (
    <>
      <Button size="small" variant="text" className="saveView" onClick={() => setOpen(true)}>
        {t("saveView")}
      </Button>
      <Suspense>
        {open && (
          <ViewFormDialog
            editing={null}
            seed={{ queueIds: [...queueIds], owner, tagIds: [...tagIds], reason: same.reason, fromAd: same.fromAd, ad: same.ad }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}

interface TextFilterFieldProps {
  readonly name: FieldFilter;
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
