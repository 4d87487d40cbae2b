import type { PairForm } from "@balcao/domain/forms";
import ContentCopy from "@mui/icons-material/ContentCopy";
import Refresh from "@mui/icons-material/Refresh";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Trans, useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import { announce } from "../../../lib/announcer";
import { copyText } from "../../../lib/copyText";
import type { Connection } from "../../../lib/data/connections";
import { addRemark } from "../../../lib/data/remarks";
import { toasts } from "../../../lib/toasts";
import { useSecondsUntil } from "../../../lib/useSecondsUntil";
import { Spinner, TextInput } from "../../../ui";
import { useSchemaForm } from "../../../ui/form";

/** How long WhatsApp accepts a pairing code, in seconds. */
const CODE_LIFE_S = 160;
const LONGEST_PHONE = 13;

const schema = async () => (await import("@balcao/domain/forms")).pairForm;

const toGroups = (code: string): string => code.replace(/[^A-Za-z0-9]/g, "").replace(/(.{4})(?=.)/g, "$1-");
const toMinutes = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * Requests a pairing code for a phone number and shows it in groups of four while it is valid.
 */
export function PairPanel({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation(["connections", "common"]);
  const [given, setGiven] = useState<{ readonly code: string; readonly at: number } | null>(null);
  const form = useSchemaForm<PairForm>({
    schema,
    values: { phone: "" },
    area: "connections",
    send: async ({ phone }) => {
      const { paircode } = await call("connections", "pair", { params: { whatsappId: connection.id }, body: { phone } });
      addRemark({ descricao: `Pediu um código de pareamento de ${connection.name}`, origem: "Conexões", whatsappId: connection.id });
      setGiven({ code: paircode, at: Date.now() });
      announce(`${t("link.code")}: ${[...paircode].join(" ")}`);
    },
    onRefused: (error, { setError }) => {
      setError("phone", { type: "refused", message: toErrorText(error) });
      return true;
    },
  });
  const phone = useWatch({ control: form.form.control, name: "phone" });
  const seconds = useSecondsUntil(given && given.at + CODE_LIFE_S * 1000);

  async function copy(code: string): Promise<void> {
    if (await copyText(code)) toasts.success(t("common:action.copied"));
  }

  return (
    <form className="linkPair" noValidate onSubmit={form.submit}>
      <TextInput
        label={t("link.phone")}
        value={phone}
        autoFocus
        autoComplete="off"
        placeholder="5511987654321"
        help={t("link.phoneHelp")}
        error={form.faultOf("phone")}
        counter={t("link.phoneCount", { count: phone.length })}
        onChange={(event) => {
          form.form.clearErrors();
          form.form.setValue("phone", event.target.value.replace(/\D/g, "").slice(0, LONGEST_PHONE));
        }}
        slotProps={{ input: { inputMode: "numeric" } }}
      />
      <Button
        type="submit"
        variant={given ? "outlined" : "contained"}
        color={given ? "secondary" : "primary"}
        disabled={form.busy}
        startIcon={form.busy ? <Spinner /> : given && <Refresh />}
      >
        {given ? t("link.getOther") : t("link.getCode")}
      </Button>
      {given && (
        <div>
          <output className="pairCode" aria-label={t("link.code")}>
            {toGroups(given.code)}
          </output>
          <div className="pairLife" aria-hidden="true">
            <span style={{ width: `${(seconds / CODE_LIFE_S) * 100}%` }} />
          </div>
          <div className="pairFoot">
            <span>
              {seconds > 0 ? (
                <Trans t={t} i18nKey="link.validFor" values={{ time: toMinutes(seconds) }} components={{ b: <b /> }} />
              ) : (
                t("link.codeExpired")
              )}
            </span>
            <Button variant="text" color="primary" size="small" startIcon={<ContentCopy />} onClick={() => void copy(given.code)}>
              {t("link.copyCode")}
            </Button>
          </div>
        </div>
      )}
    </form>
  );
}
