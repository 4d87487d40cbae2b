import type { TemplateChoice } from "@balcao/contracts/templates";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { readStored, writeStored } from "../../lib/storage";
import { toasts } from "../../lib/toasts";
import { PhoneField, useCreateButton } from "../../ui/form";

const STORAGE_KEY = "balcao.testNumber";

interface TestSendProps {
  readonly text: string;
  readonly template: TemplateChoice | null;
}

/** The stored number with its sign: what was stored before it was written with one is international, too. */
const readNumber = (): string => (readStored(STORAGE_KEY) ?? "").replace(/^(?=\d)/, "+");

/** Sends the text to the person's own number, which this browser stores, before it goes to everybody. */
export function TestSend({ text, template }: TestSendProps) {
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
