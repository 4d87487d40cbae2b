import AddRounded from "@mui/icons-material/AddRounded";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import type { ContactForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { queuesQuery } from "../../lib/data/queues";
import { allUsersQuery } from "../../lib/data/users";
import { useSelf } from "../../lib/session";
import { SelectField } from "../../ui";
import { ChoiceChips, type SchemaForm } from "../../ui/form";

type Row = ContactForm["redirect"][number];

interface Choices {
  /** The queues that the person may name, and those that the contact already has. */
  readonly queues: readonly { readonly id: number; readonly name: string; readonly color: string }[];
  readonly peopleOf: (queueIds: readonly number[], chosen: readonly number[]) => readonly { readonly id: number; readonly name: string }[];
}

/** What can be chosen: administrators name every queue, others their own. */
function useChoices(known: readonly number[]): Choices {
  const { profile, queues: own } = useSelf();
  const { data: queues = [] } = useQuery(queuesQuery);
  const { data: users = [] } = useQuery(allUsersQuery);
  const mine = new Set([...own.map(({ id }) => id), ...known]);
  return {
    queues: profile === "admin" ? queues : queues.filter(({ id }) => mine.has(id)),
    peopleOf: (queueIds, chosen) =>
      users
        .filter(({ id, active, queues: theirs }) => chosen.includes(id) || (active && theirs.some((queue) => queueIds.includes(queue.id))))
        .map(({ id, name }) => ({ id, name })),
  };
}

/** Where new tickets of a contact go instead of the menu, and who gets them per queue. */
export function RedirectFields({ of }: { readonly of: SchemaForm<ContactForm> }) {
  const { t } = useTranslation("contacts");
  const { control, setValue, formState } = of.form;
  const [queueId, userId, redirect] = useWatch({ control, name: ["queueId", "userId", "redirect"] });
  const { queues, peopleOf } = useChoices([...queueId, ...redirect.map((row) => row.queueId)]);
  const options = { shouldDirty: true, shouldValidate: formState.isSubmitted };
  const set = (rows: readonly Row[]) => setValue("redirect", [...rows], options);
  const people = peopleOf(queueId, userId);
  const problem = of.faultOf("redirect");
  if (queues.length === 0) return null;
  return (
    <fieldset className="contactGroup">
      <legend>{t("redirect.title")}</legend>
      <ChoiceChips
        label={t("redirect.queues")}
        help={t("redirect.queuesHelp")}
        choices={queues}
        value={queueId}
        error={of.faultOf("queueId")}
        onChange={(ids) => setValue("queueId", ids, options)}
      />
      {people.length > 0 && (
        <ChoiceChips
          label={t("redirect.people")}
          help={t("redirect.peopleHelp")}
          choices={people}
          value={userId}
          error={of.faultOf("userId")}
          onChange={(ids) => setValue("userId", ids, options)}
        />
      )}
      <p className="contactNote">{t("redirect.perQueue")}</p>
      {redirect.map((row, at) => (
        <RedirectRow
          key={at}
          row={row}
          queues={queues}
          people={peopleOf([row.queueId], [row.userId])}
          onChange={(changed) => set(redirect.map((each, place) => (place === at ? changed : each)))}
          onRemove={() => set(redirect.filter((_each, place) => place !== at))}
        />
      ))}
      {problem !== undefined && (
        <p className="contactProblem" role="alert">
          {problem}
        </p>
      )}
      {redirect.length < LIMITS.contact.redirects && (
        <Button size="small" variant="text" startIcon={<AddRounded />} onClick={() => set([...redirect, { queueId: 0, userId: 0 }])}>
          {t("redirect.add")}
        </Button>
      )}
    </fieldset>
  );
}

interface RowProps {
  readonly row: Row;
  readonly queues: Choices["queues"];
  readonly people: readonly { readonly id: number; readonly name: string }[];
  readonly onChange: (row: Row) => void;
  readonly onRemove: () => void;
}

/** Who gets the contact's tickets of one queue. */
function RedirectRow({ row, queues, people, onChange, onRemove }: RowProps) {
  const { t } = useTranslation("contacts");
  const shown = (id: number): string => (id === 0 ? "" : String(id));
  const queue = queues.find(({ id }) => id === row.queueId);
  return (
    <div className="contactRedirect" role="group" aria-label={queue?.name ?? t("redirect.new")}>
      <SelectField
        label={t("redirect.queue")}
        placeholder={t("redirect.choose")}
        value={shown(row.queueId)}
        options={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => onChange({ queueId: Number(value), userId: 0 })}
      />
      <SelectField
        label={t("redirect.person")}
        placeholder={t("redirect.choose")}
        value={shown(row.userId)}
        disabled={row.queueId === 0}
        help={row.queueId !== 0 && people.length === 0 ? t("redirect.nobody") : undefined}
        options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => onChange({ ...row, userId: Number(value) })}
      />
      <IconButton aria-label={t("redirect.remove")} onClick={onRemove}>
        <DeleteOutlined />
      </IconButton>
    </div>
  );
}
