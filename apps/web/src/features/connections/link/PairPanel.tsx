import { isPairPhone, PAIR_PHONE_SENTENCE } from "@balcao/domain/connections";
import ContentCopy from "@mui/icons-material/ContentCopy";
import Refresh from "@mui/icons-material/Refresh";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { Trans, useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import { announce } from "../../../lib/announcer";
import { copyText } from "../../../lib/copyText";
import type { Connection } from "../../../lib/data/connections";
import { toasts } from "../../../lib/toasts";
import { useSecondsUntil } from "../../../lib/useSecondsUntil";
import { Spinner, TextInput } from "../../../ui";

/** How long WhatsApp takes a pairing code, in seconds. */
const CODE_LIFE_S = 160;
const LONGEST_PHONE = 13;

const toGroups = (code: string): string => code.replace(/[^A-Za-z0-9]/g, "").replace(/(.{4})(?=.)/g, "$1-");
const toMinutes = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Asks for a pairing code for a number and shows it in groups of four while it is valid (CONN-026, CONN-027). */
export function PairPanel({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation(["connections", "common"]);
  const [phone, setPhone] = useState("");
  const [refused, setRefused] = useState<string>();
  const { mutate, data, isPending, submittedAt } = useMutation({
    mutationFn: () => call("connections", "pair", { params: { whatsappId: connection.id }, body: { phone } }),
    onSuccess: ({ paircode }) => announce(`${t("link.code")}: ${[...paircode].join(" ")}`),
    onError: (error) => setRefused(toErrorText(error)),
  });
  const seconds = useSecondsUntil(data ? submittedAt + CODE_LIFE_S * 1000 : null);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!isPairPhone(phone)) return setRefused(PAIR_PHONE_SENTENCE);
    setRefused(undefined);
    mutate();
  }

  async function copy(code: string): Promise<void> {
    if (await copyText(code)) toasts.success(t("common:action.copied"));
  }

  return (
    <form className="linkPair" noValidate onSubmit={submit}>
      <TextInput
        label={t("link.phone")}
        value={phone}
        autoFocus
        autoComplete="off"
        placeholder="5511987654321"
        help={t("link.phoneHelp")}
        error={refused}
        counter={t("link.phoneCount", { count: phone.length })}
        onChange={(event) => {
          setPhone(event.target.value.replace(/\D/g, "").slice(0, LONGEST_PHONE));
          setRefused(undefined);
        }}
        slotProps={{ input: { inputMode: "numeric" } }}
      />
      <Button
        type="submit"
        variant={data ? "outlined" : "contained"}
        color={data ? "secondary" : "primary"}
        disabled={isPending}
        startIcon={isPending ? <Spinner /> : data && <Refresh />}
      >
        {data ? t("link.getOther") : t("link.getCode")}
      </Button>
      {data && (
        <div>
          <output className="pairCode" aria-label={t("link.code")}>
            {toGroups(data.paircode)}
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
            <Button variant="text" color="primary" size="small" startIcon={<ContentCopy />} onClick={() => void copy(data.paircode)}>
              {t("link.copyCode")}
            </Button>
          </div>
        </div>
      )}
    </form>
  );
}
