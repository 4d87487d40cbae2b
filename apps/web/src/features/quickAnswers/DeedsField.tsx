import type { TagView } from "@balcao/contracts/tags";
import type { ColleagueView } from "@balcao/contracts/users";
import { readClosingReasons } from "@balcao/domain/closing";
import { DEED_SNOOZES, hasDeeds, type Deeds } from "@balcao/domain/quickAnswers";
import AddRounded from "@mui/icons-material/AddRounded";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queuesQuery } from "../../lib/data/queues";
import { useSettings } from "../../lib/data/settings";
import { allUsersQuery } from "../../lib/data/users";
import { wholeList } from "../../lib/data/wholeLists";
import { focusWhenLost } from "../../lib/keyboard";
import { SelectField } from "../../ui";
import { ChoiceChips } from "../../ui/form";

interface DeedsFieldProps {
  readonly value: Deeds;
  readonly error: string | undefined;
  readonly onChange: (deeds: Deeds) => void;
}

/** What is done to the conversation after the text, behind a button until somebody wants it (D-531). */
export function DeedsField(props: DeedsFieldProps) {
  const { t } = useTranslation("quickAnswers");
  const [isOpen, setOpen] = useState(hasDeeds(props.value));
  if (isOpen) return <LoadedFields {...props} />;
  const open = () => {
    setOpen(true);
    focusWhenLost(() => document.querySelector<HTMLElement>(".deedFields select"));
  };
  return (
    <Button className="deedsButton" variant="text" startIcon={<AddRounded />} onClick={open}>
      {t("macro.add")}
    </Button>
  );
}

const toActive = (users: readonly ColleagueView[]) => users.filter(({ active }) => active);

/** The fields once it is known what can be chosen. */
function LoadedFields(props: DeedsFieldProps) {
  const { data: tags } = useQuery(wholeList("tags"));
  const { data: queues } = useQuery(queuesQuery);
  const { data: people } = useQuery({ ...allUsersQuery, select: toActive });
  return tags && queues && people && <DeedFields {...props} {...{ tags, queues, people }} />;
}

interface DeedFieldsProps extends DeedsFieldProps {
  readonly tags: readonly TagView[];
  readonly queues: IdFieldProps["list"];
  readonly people: IdFieldProps["list"];
}

function DeedFields({ value, error, onChange, tags, queues, people }: DeedFieldsProps) {
  const { t } = useTranslation(["quickAnswers", "planned"]);
  const { tagIds, queueId, userId, snooze, close } = value;
  const change = (changed: Partial<Deeds>) => onChange({ ...value, ...changed });
  const none = { value: "", label: t("quickAnswers:macro.none") };
  const lost = tagIds.filter((id) => !tags.some((tag) => tag.id === id)).map((id) => ({ id, name: t("quickAnswers:macro.gone") }));
  return (
    <fieldset className="deedFields">
      <legend>{t("quickAnswers:macro.after")}</legend>
      {(tags.length > 0 || lost.length > 0) && (
        <ChoiceChips
          label={t("quickAnswers:macro.tags")}
          help={t("quickAnswers:macro.tagsHelp")}
          choices={[...tags, ...lost]}
          value={tagIds}
          onChange={(ids) => change({ tagIds: ids })}
        />
      )}
      <IdField
        label={t("quickAnswers:macro.transferQueue")}
        none={none.label}
        list={queues}
        value={queueId}
        onChange={(id) => change({ queueId: id })}
      />
      <IdField
        label={t("quickAnswers:macro.person")}
        none={none.label}
        list={people}
        value={userId}
        onChange={(id) => change({ userId: id })}
      />
      <SelectField
        label={t("quickAnswers:macro.snooze")}
        value={snooze ?? ""}
        error={error}
        options={[
          none,
          ...DEED_SNOOZES.map((each) => ({
            value: each,
            label: each === "message" ? t("planned:snooze.message") : t(`planned:choice.${each}`),
          })),
        ]}
        onChange={(chosen) =>
          change({ snooze: DEED_SNOOZES.find((each) => each === chosen) ?? null, ...(chosen !== "" && { close: null, reasonId: null }) })
        }
      />
      <SelectField
        label={t("quickAnswers:macro.closing")}
        value={close ?? ""}
        options={[
          none,
          ...(["farewell", "silent"] as const).map((each) => ({ value: each, label: t(`quickAnswers:macro.close.${each}`) })),
        ]}
        onChange={(chosen) =>
          change(chosen === "farewell" || chosen === "silent" ? { close: chosen, snooze: null } : { close: null, reasonId: null })
        }
      />
      {close !== null && <ReasonField value={value} onChange={(reasonId) => change({ reasonId })} />}
    </fieldset>
  );
}

interface IdFieldProps {
  readonly label: string;
  /** The words for none. */
  readonly none: string;
  readonly list: readonly { readonly id: number; readonly name: string }[];
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
}

/** A choice of one, or of none; what is no longer there is shown until somebody chooses another. */
function IdField({ label, none, list, value, onChange }: IdFieldProps) {
  const { t } = useTranslation("quickAnswers");
  const lost = value === null || list.some(({ id }) => id === value) ? [] : [{ id: value, name: t("macro.gone") }];
  return (
    <SelectField
      label={label}
      value={String(value ?? "")}
      options={[{ value: "", label: none }, ...[...list, ...lost].map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={(chosen) => onChange(chosen === "" ? null : Number(chosen))}
    />
  );
}

interface ReasonFieldProps {
  readonly value: Deeds;
  readonly onChange: (id: number | null) => void;
}

/** Why it is closed, where the company has reasons. */
function ReasonField({ value: { reasonId }, onChange }: ReasonFieldProps) {
  const { t } = useTranslation("quickAnswers");
  const { closingReasons, closingReason } = useSettings();
  const reasons = closingReason === "off" ? [] : readClosingReasons(closingReasons).filter(({ active, gone }) => active && !gone);
  if (reasons.length === 0 && reasonId === null) return null;
  return <IdField label={t("macro.reason")} none={t("macro.noReason")} list={reasons} value={reasonId} onChange={onChange} />;
}
