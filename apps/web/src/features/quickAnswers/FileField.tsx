import { LIMITS } from "@balcao/domain/limits";
import { QUICK_ANSWER_MIMES } from "@balcao/domain/quickAnswers";
import CloseRounded from "@mui/icons-material/CloseRounded";
import IconButton from "@mui/material/IconButton";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { DropField } from "../../ui";
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
  const [refused, setRefused] = useState<"type" | "tooLarge" | null>(null);
  const take = (file: File | undefined) => {
    if (!file) return;
    const isKnown = QUICK_ANSWER_MIMES.includes(file.type);
    const fits = file.size <= LIMITS.quickAnswer.fileBytes;
    setRefused(isKnown ? (fits ? null : "tooLarge") : "type");
    if (isKnown && fits) onChange(file);
  };
  return (
    <DropField
      label={t("form.file")}
      button={value ? null : t("form.chooseFile")}
      problem={refused ? t(`fieldProblem.medias.${refused}`) : error}
      help={t("form.fileHelp")}
      accept={QUICK_ANSWER_MIMES}
      onFiles={(files) => take(files[0])}
    >
      {value && (
        <div className="chosen">
          <span className="ellipsis">{value.name}</span>
          <IconButton size="small" aria-label={t("form.removeFile", { name: value.name })} onClick={() => onChange(null)}>
            <CloseRounded />
          </IconButton>
        </div>
      )}
      {value instanceof File && <Preview key={`${value.name} ${value.lastModified}`} file={value} />}
    </DropField>
  );
}

function Preview({ file }: { readonly file: File }) {
  const [url] = useState(() => URL.createObjectURL(file));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  if (file.type.startsWith("image/")) return <img className="filePreview" src={url} alt="" />;
  return file.type.startsWith("audio/") ? <audio className="filePreview" src={url} controls /> : null;
}
