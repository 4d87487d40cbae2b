import type { ColleagueView } from "@balcao/contracts/users";
import type { TransferForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { useQuery } from "@tanstack/react-query";
import { useState, type CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { queuesQuery } from "../../../lib/data/queues";
import { useSettings } from "../../../lib/data/settings";
import { FormDialog, FormSelect, FormText, toKeptQueue, useFormDialog } from "../../../ui/form";
import type { ChangeTexts } from "../useTicketChange";
import { NewOwnerField, queuesOf } from "./NewOwnerField";
import "./dialogs.css";

type Values = Omit<TransferForm, "whatsappId" | "recoverMessages">;

const schema = async () => (await import("@balcao/domain/forms")).transferForm.omit(["whatsappId", "recoverMessages"]);

interface TransferQuestionProps {
  readonly title: string;
  readonly onChoose: (to: { readonly userId: number | null; readonly queueId: number }, texts: ChangeTexts) => void;
  readonly onClose: () => void;
}

/** The question whose tickets become, where each keeps its connection. */
export function TransferQuestion({ title, onChoose, onClose }: TransferQuestionProps) {
  const { t } = useTranslation(["conversation", "common"]);
  const { forceTransferMessage: messageForced } = useSettings();
  const { data: queues = [] } = useQuery(queuesQuery);
  const [colleague, setColleague] = useState<ColleagueView | null>(null);
  const form = useFormDialog<Values>({
    schema,
    values: { userId: null, queueId: 0, messageForced, comment: "", transferMessage: "" },
    area: "conversation",
    send: ({ userId, queueId, comment, transferMessage }) =>
      Promise.resolve(
        onChoose({ userId, queueId }, { ...(comment !== "" && { comment }), ...(transferMessage !== "" && { transferMessage }) }),
      ),
  });
  const offered = queuesOf(colleague, queues);
  const chooseColleague = (person: ColleagueView | null) => {
    setColleague(person);
    form.form.setValue("userId", person?.id ?? null, { shouldDirty: true });
    form.form.setValue("queueId", toKeptQueue(form.form.getValues("queueId"), queuesOf(person, queues)));
  };
  return (
    <FormDialog title={title} form={form} submitLabel={t("conversation:action.transfer")} onClose={onClose}>
      <NewOwnerField colleague={colleague} chooseColleague={chooseColleague} queueId={null} owner={[]} />
      <FormSelect
        of={form}
        name="queueId"
        label={t("conversation:transfer.queue")}
        placeholder={t("conversation:transfer.choose")}
        options={offered}
        adornment={(queue) => <span className="queueDot" style={{ "--queue": queue.color } as CSSProperties} />}
      />
      {(["comment", "transferMessage"] as const).map((name) => (
        <FormText
          key={name}
          of={form}
          name={name}
          label={t(name === "comment" ? "conversation:transfer.note" : "conversation:transfer.message")}
          {...(!(messageForced && name === "transferMessage") && { optional: t("common:form.optional") })}
          multiline
          minRows={2}
          maxRows={5}
          limit={LIMITS.ticket[name === "comment" ? "comment" : "message"]}
        />
      ))}
    </FormDialog>
  );
}
