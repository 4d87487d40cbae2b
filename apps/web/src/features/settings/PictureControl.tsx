import { LIMITS } from "@balcao/domain/limits";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { settingsQuery } from "../../lib/data/settings";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";

const PICTURES = ["image/jpeg", "image/png", "image/webp"];
/** A picture over a slow line takes longer than an ordinary call. */
const SLOW_MS = 120_000;

interface PictureControlProps {
  /** The id of the stored picture; empty for none. */
  readonly value: string;
  readonly names: { readonly "aria-labelledby": string; readonly "aria-describedby": string };
  readonly onRemove: () => void;
  readonly onProblem: (sentence: string | null) => void;
}

function upload(file: File) {
  const form = new FormData();
  form.append("medias", file);
  form.append("log", JSON.stringify({ descricao: "Alterou o logotipo", origem: "Configurações" }));
  return call("settings", "logo", { body: {} }, { form, timeoutMs: SLOW_MS });
}

/** The company's logo with the buttons that replace it and take it away; it is stored at once. */
export function PictureControl({ value, names, onRemove, onProblem }: PictureControlProps) {
  const { t } = useTranslation("settings");
  const input = useRef<HTMLInputElement>(null);
  const change = useMutation({
    mutationFn: upload,
    onSuccess: (setting) => {
      queryClient.setQueryData(settingsQuery.queryKey, (rows) => rows?.map((row) => (row.key === setting.key ? setting : row)));
      toasts.success(t("toast.saved"));
    },
    onError: (error) => onProblem(toErrorText(error)),
  });
  const take = (file: File | undefined) => {
    if (!file) return;
    const refused = !PICTURES.includes(file.type) || file.size > LIMITS.user.pictureBytes ? t("logo.refused") : null;
    onProblem(refused);
    if (refused === null) change.mutate(file);
  };
  return (
    <span className="settingPicture">
      {value !== "" && <img src={`/api/public/logo?v=${value.slice(0, 8)}`} alt={t("logo.shown")} height={40} />}
      <Button size="small" variant="outlined" disabled={change.isPending} onClick={() => input.current?.click()}>
        {t(value === "" ? "logo.choose" : "logo.replace")}
      </Button>
      {value !== "" && (
        <Button size="small" onClick={onRemove}>
          {t("logo.remove")}
        </Button>
      )}
      <input
        {...names}
        ref={input}
        type="file"
        hidden
        accept={PICTURES.join(",")}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </span>
  );
}
