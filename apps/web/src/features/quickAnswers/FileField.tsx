import { LIMITS } from "@balcao/domain/limits";
import { QUICK_ANSWER_MIMES } from "@balcao/domain/quickAnswers";
import AttachFile from "@mui/icons-material/AttachFile";
import CloseRounded from "@mui/icons-material/CloseRounded";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import "../../ui/field.css";
import "./quickAnswers.css";

/** What the form holds of a file: one that was chosen, or the name of the stored one. */
export type ChosenFile = File | { readonly name: string };

interface FileFieldProps {
  readonly value: ChosenFile | null;
  readonly onChange: (file: ChosenFile | null) => void;
  readonly error: string | undefined;
}

/** One file of a documented kind, previewed where it is a picture or a sound (QUICK-006). */
export function FileField({ value, onChange, error }: FileFieldProps) {
  const { t } = useTranslation("quickAnswers");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<"type" | "tooLarge" | null>(null);
  const take = (file: File | undefined) => {
    if (!file) return;
    const isKnown = QUICK_ANSWER_MIMES.includes(file.type);
    const fits = file.size <= LIMITS.quickAnswer.fileBytes;
    setRefused(isKnown ? (fits ? null : "tooLarge") : "type");
    if (isKnown && fits) onChange(file);
  };
  const problem = refused ? t(`fieldProblem.medias.${refused}`) : error;
  return (
    <div
      className="field fileField"
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-help`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
    >
      <span id={id} className="fieldLabel">
        {t("form.file")}
      </span>
      {value ? (
        <div className="chosen">
          <span className="ellipsis">{value.name}</span>
          <IconButton size="small" aria-label={t("form.removeFile", { name: value.name })} onClick={() => onChange(null)}>
            <CloseRounded />
          </IconButton>
        </div>
      ) : (
        <Button variant="outlined" startIcon={<AttachFile />} onClick={() => input.current?.click()}>
          {t("form.chooseFile")}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("form.chooseFile")}
        accept={QUICK_ANSWER_MIMES.join(",")}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      {value instanceof File && <Preview key={`${value.name} ${value.lastModified}`} file={value} />}
      <div
        id={`${id}-help`}
        className="fieldHelp"
        role={problem === undefined ? undefined : "alert"}
        data-error={problem !== undefined || undefined}
      >
        <span>{problem ?? t("form.fileHelp")}</span>
      </div>
    </div>
  );
}

function Preview({ file }: { readonly file: File }) {
  const [url] = useState(() => URL.createObjectURL(file));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  if (file.type.startsWith("image/")) return <img src={url} alt="" />;
  return file.type.startsWith("audio/") ? <audio src={url} controls /> : null;
}
