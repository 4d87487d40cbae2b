import { byNewestSend, type MassSendView } from "@balcao/contracts/massSends";
import type { TemplateChoice } from "@balcao/contracts/templates";
import { LIMITS } from "@balcao/domain/limits";
import ScheduleSend from "@mui/icons-material/ScheduleSend";
import WarningRounded from "@mui/icons-material/WarningRounded";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { useSettings } from "../../lib/data/settings";
import { updateRow } from "../../lib/data/wholeLists";
import { queryClient } from "../../lib/queryClient";
import { useSelf } from "../../lib/session";
import { readStored, writeStored } from "../../lib/storage";
import { toasts } from "../../lib/toasts";
import {
  AudienceField,
  isTemplateComplete,
  NightHint,
  NOBODY,
  SendPreview,
  toAudienceBody,
  useAudience,
  WindowTemplate,
  type ChosenAudience,
} from "../../ui/audience";
import { FormDialog, FormText, PhoneField, useCreateButton, useCreateForm } from "../../ui/form";

/** Placeholders that are filled for each recipient. */
const SHORTCUTS = ["name", "number", "ms", "user", "date", "time"].map((name) => `{{${name}}}`).join(" ");
const limits = LIMITS.massSend;

interface MassSendForm {
  message: string;
  audience: ChosenAudience | null;
  template: TemplateChoice | null;
}

const schema = async () => {
  const { anything, form, requiredText } = await import("@balcao/domain/forms");
  return form({ message: requiredText(limits.message), audience: anything<ChosenAudience>(), template: anything<TemplateChoice>() });
};

/** What a send that goes out later has already. */
export interface LaterSend {
  readonly message: string;
  readonly audience: ChosenAudience;
  readonly template: TemplateChoice | null;
}

const STORAGE_KEY = "balcao.testNumber";

interface TestSendProps {
  readonly text: string;
  readonly template: TemplateChoice | null;
}

/** The stored number with its sign: what was stored before it was written with one is international, too. */
const readNumber = (): string => (readStored(STORAGE_KEY) ?? "").replace(/^(?=\d)/, "+");

/** Sends the text to the person's own number, which this browser stores, before it goes to everybody. */
function TestSend({ text, template }: TestSendProps) {
  const { t } = useTranslation("massSends");
  const [number, setNumber] = useState(readNumber);
  const body = { mensagem: text, template, number };
  const { press, isPending } = useCreateButton({
    create: (idempotencyKey) => call("massSends", "test", { body }, { idempotencyKey }),
    contents: body,
    onSuccess: () => {
      writeStored(STORAGE_KEY, number);
      toasts.success(t("test.sent"));
    },
    onError: (error) => toasts.error(toErrorText(error)),
  });
  return (
    <div className="testSend">
      <PhoneField label={t("test.number")} value={number} onChange={setNumber} />
      <Button variant="outlined" disabled={isPending || text.trim() === "" || number === ""} onClick={press}>
        {t("test.submit")}
      </Button>
    </div>
  );
}

interface MassSendFormDialogProps {
  /** It has a file, goes out at another time or is repeated: that is a schedule. */
  readonly onLater: (send: LaterSend) => void;
  readonly onClose: () => void;
}

/** A text and who receives it; the button says how many these are (SEND-005, SEND-009, SEND-012). */
export function MassSendFormDialog({ onLater, onClose }: MassSendFormDialogProps) {
  const { t } = useTranslation(["massSends", "common"]);
  const { id: userId, name: userName } = useSelf();
  const form = useCreateForm<MassSendForm>({
    schema,
    values: { message: "", audience: NOBODY, template: null },
    area: "massSends",
    create: async ({ message, audience, template }, idempotencyKey) => {
      const body = { mensagem: message, ...toAudienceBody(audience ?? NOBODY), template, log: { userId, userName } };
      const send: MassSendView = await call("massSends", "create", { body }, { idempotencyKey });
      updateRow(queryClient, "massSends", { id: send.id, row: send }, byNewestSend);
      toasts.success(t("saved"));
      onClose();
    },
  });
  const audience = useWatch({ control: form.form.control, name: "audience" }) ?? NOBODY;
  const [message, template] = useWatch({ control: form.form.control, name: ["message", "template"] });
  const counted = useAudience(audience);
  const total = counted?.total ?? 0;
  const { allowAgendador } = useSettings();
  const [now] = useState(() => new Date());
  return (
    <FormDialog
      title={t("massSends:form.title")}
      form={form}
      width={560}
      submitLabel={total === 0 ? t("massSends:form.submit") : t("massSends:form.submitTo", { count: total })}
      unable={total === 0 || !isTemplateComplete(template)}
      onClose={onClose}
    >
      <FormText
        of={form}
        name="message"
        label={t("massSends:form.message")}
        multiline
        minRows={4}
        maxRows={10}
        limit={limits.message.max}
        help={t("massSends:form.placeholders", { list: SHORTCUTS })}
      />
      <AudienceField
        value={audience}
        counted={counted}
        error={form.faultOf("contactsIds") ?? form.faultOf("tagsIds")}
        onChange={(next) => form.form.setValue("audience", next, { shouldDirty: true })}
      />
      <NightHint counted={counted} at={now} />
      <WindowTemplate
        counted={counted}
        value={template}
        error={form.faultOf("template")}
        onChange={(next) => form.form.setValue("template", next, { shouldDirty: true })}
      />
      <SendPreview text={message} samples={counted?.samples ?? []} />
      <TestSend text={message} template={template} />
      {allowAgendador && (
        <Button className="sendLater" startIcon={<ScheduleSend />} onClick={() => onLater({ message, audience, template })}>
          {t("massSends:form.later")}
        </Button>
      )}
      <p className="spamWarning" role="note">
        <WarningRounded aria-hidden />
        {t("massSends:form.spam")}
      </p>
    </FormDialog>
  );
}
