import type { QueueView } from "@balcao/contracts/queues";
import ExpandMore from "@mui/icons-material/ExpandMore";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Popover from "@mui/material/Popover";
import { Suspense, useId, useState, type CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { useReasonWords } from "../../../lib/data/reasonWords";
import { useSettings } from "../../../lib/data/settings";
import { useSelf } from "../../../lib/session";
import { SelectField, TextInput } from "../../../ui";
import { ViewFormDialog } from "../views/LazyViewForm";
import { MIN_CONTACT_LENGTH, type TextFilter } from "./searchFilter";
import type { Search } from "./useSearchFilter";

interface Choice {
  readonly id: number;
  readonly name: string;
  readonly color: string;
}

interface ChoicePickerProps {
  readonly label: string;
  readonly offered: readonly Choice[];
  readonly chosen: readonly number[];
  readonly error?: string | undefined;
  readonly onChoose: (ids: readonly number[]) => void;
}

/** A labelled choice of any number of things with colours; none chosen means any. */
export function ChoicePicker({ label, offered, chosen, error, onChoose }: ChoicePickerProps) {
  const { t } = useTranslation("search");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const picked = offered.filter((choice) => chosen.includes(choice.id));
  const text = picked.length === 0 ? t("any") : picked.map(({ name }) => name).join(", ");
  const color = (choice: Choice) => ({ "--queue": choice.color }) as CSSProperties;
  const toggle = (each: number) => onChoose(chosen.includes(each) ? chosen.filter((other) => other !== each) : [...chosen, each]);
  return (
    <div className="field">
      <span className="fieldLabel" id={`${id}-label`}>
        {label}
      </span>
      <button
        type="button"
        id={id}
        className="choicePicker"
        data-empty={picked.length === 0 || undefined}
        aria-labelledby={`${id}-label ${id}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        disabled={offered.length === 0}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {picked.slice(0, 3).map((choice) => (
          <span key={choice.id} className="queueDot" style={color(choice)} />
        ))}
        <span className="ellipsis">{text}</span>
        <ExpandMore aria-hidden />
      </button>
      {error !== undefined && (
        <div className="fieldHelp" data-error>
          <span role="alert">{error}</span>
        </div>
      )}
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        slotProps={{ paper: { role: "dialog", "aria-label": label, sx: { width: 264, maxHeight: 360, marginTop: "6px", padding: "4px" } } }}
      >
        {offered.map((choice) => (
          <label key={choice.id} className="queueOption">
            <Checkbox size="small" checked={chosen.includes(choice.id)} onChange={() => toggle(choice.id)} />
            <span className="queueDot" style={color(choice)} />
            <span className="ellipsis">{choice.name}</span>
          </label>
        ))}
      </Popover>
    </div>
  );
}

interface FilterPanelProps {
  readonly id: string;
  readonly search: Search;
  readonly queues: readonly Pick<QueueView, "id" | "name" | "color">[];
  readonly users: readonly { readonly id: number; readonly name: string }[];
  readonly tags: readonly Pick<QueueView, "id" | "name" | "color">[];
}

/** The filters beside the text: contact, connection, queue, user, reason, tag (INBOX-010, INBOX-011). */
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
      {asksForReasons && (
        <SelectField
          label={reasonWords("filter")}
          value={draft.reason}
          onChange={(reason) => choose({ reason })}
          options={[{ value: "", label: t("any") }, ...keys.map((key) => ({ value: key, label: nameOf(key) }))]}
        />
      )}
      <ChoicePicker label={t("filters.tags")} offered={tags} chosen={draft.tagIds} onChoose={(tagIds) => choose({ tagIds })} />
      <SaveView filter={draft} />
    </div>
  );
}

/** Makes a saved view of what is filtered, besides its texts (D-557). */
function SaveView({ filter: { queueIds, userId, tagIds, reason } }: { readonly filter: Search["draft"] }) {
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
            seed={{ queueIds: [...queueIds], owner, tagIds: [...tagIds], reason }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
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
