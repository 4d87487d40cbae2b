import { LIMITS } from "@balcao/domain/limits";
import { QUICK_ANSWER_MIMES } from "@balcao/domain/quickAnswers";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DropField } from "../../ui";
import { FileRows } from "../../ui/files/FileRows";
import type { ListedFile } from "../../ui/files/FileThumb";

interface FilesFieldProps {
  readonly value: readonly ListedFile[];
  readonly onChange: (files: readonly ListedFile[]) => void;
  readonly error: string | undefined;
}

type Refusal = "type" | "tooLarge" | "max";

const limits = LIMITS.quickAnswer;

function refusalOf(file: File): Refusal | null {
  if (!QUICK_ANSWER_MIMES.includes(file.type)) return "type";
  return file.size > limits.fileBytes ? "tooLarge" : null;
}

/** Files of the documented kinds, in the order in which they are sent. */
export function FilesField({ value, onChange, error }: FilesFieldProps) {
  const { t } = useTranslation("quickAnswers");
  const [refused, setRefused] = useState<Refusal | null>(null);
  const add = (list: FileList) => {
    const added = [...list].filter((file) => refusalOf(file) === null);
    const files = [...value, ...added];
    const refusal = [...list].map(refusalOf).find((each) => each !== null);
    setRefused(refusal ?? (files.length > limits.files ? "max" : null));
    if (added.length > 0) onChange(files.slice(0, limits.files));
  };
  return (
    <DropField
      label={t("form.files")}
      button={value.length < limits.files ? t("form.chooseFiles") : null}
      problem={refused ? t(`fieldProblem.medias.${refused}`, { count: limits.files }) : error}
      help={t("form.filesHelp", { count: limits.files })}
      accept={QUICK_ANSWER_MIMES}
      multiple
      onFiles={add}
    >
      {value.length > 0 && (
        <FileRows files={value} ordered label={(deed, name) => t(`form.fileDeed.${deed}`, { name })} onChange={onChange} />
      )}
    </DropField>
  );
}
