import { CONTACT_ORIGINS } from "@balcao/contracts/contacts";
import ExpandMore from "@mui/icons-material/ExpandMore";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NO_NARROWING, type ContactNarrowing } from "../../lib/data/contacts";
import { queuesQuery } from "../../lib/data/queues";
import { wholeList } from "../../lib/data/wholeLists";
import { useSelf } from "../../lib/session";
import { UnreadChoices } from "../../ui";

/** What narrows the list, how it is changed, and how all of it is taken off; null where nothing narrows. */
export function useContactNarrowing() {
  const [narrowing, setNarrowing] = useState(NO_NARROWING);
  const isNarrow = narrowing.tagId !== "" || narrowing.queueId !== "" || narrowing.origin !== "" || narrowing.unlikely;
  return { narrowing, setNarrowing, narrowed: isNarrow ? { clear: () => setNarrowing(NO_NARROWING) } : undefined };
}

interface ContactFiltersProps extends ReturnType<typeof useContactNarrowing> {
  /** Contacts are marked: the children take the place of the filters, so that no row moves. */
  readonly replaced: boolean;
  readonly children: ReactNode;
}

/** Filters of the list by tag, queue, origin and unlikely number. */
export function ContactFilters({ narrowing, setNarrowing, narrowed, replaced, children }: ContactFiltersProps) {
  const { t } = useTranslation(["contacts", "common"]);
  const { profile, queues: own } = useSelf();
  const { data: tags = [] } = useQuery(wholeList("tags"));
  const { data: queues = [] } = useQuery(queuesQuery);
  const change = (next: Partial<ContactNarrowing>) => setNarrowing({ ...narrowing, ...next });
  const named = (list: readonly { readonly id: number; readonly name: string }[]) =>
    list.map(({ id, name }) => [String(id), name] as const);
  return (
    <div className="contactFilters">
      <div role="group" aria-label={t("contacts:filter.title")} inert={replaced} data-replaced={replaced || undefined}>
        <Choice label={t("contacts:filter.tag")} value={narrowing.tagId} options={named(tags)} onChange={(tagId) => change({ tagId })} />
        <Choice
          label={t("contacts:filter.queue")}
          value={narrowing.queueId}
          options={named(profile === "admin" ? queues : own)}
          onChange={(queueId) => change({ queueId })}
        />
        <Choice
          label={t("contacts:filter.origin")}
          value={narrowing.origin}
          options={CONTACT_ORIGINS.map((origin) => [origin, t(`contacts:filter.of.${origin}`)] as const)}
          onChange={(chosen) => change({ origin: CONTACT_ORIGINS.find((origin) => origin === chosen) ?? "" })}
        />
        <label className="contactUnlikely" title={t("contacts:filter.unlikelyHelp")}>
          <Checkbox size="small" checked={narrowing.unlikely} onChange={(_event, unlikely) => change({ unlikely })} />
          {t("contacts:filter.unlikely")}
        </label>
        <Button size="small" variant="text" disabled={!narrowed} onClick={narrowed?.clear}>
          {t("common:action.clearFilters")}
        </Button>
        <UnreadChoices />
      </div>
      {children}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

/** One choice, whose first entry names what it narrows. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  const { t } = useTranslation("contacts");
  return (
    <span className="selectField" data-chosen={value !== "" || undefined}>
      <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t("filter.any", { name: label })}</option>
        {options.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ExpandMore aria-hidden />
    </span>
  );
}
