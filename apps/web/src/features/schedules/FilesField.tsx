import type { ConnectorApi } from "@balcao/domain/connections";
import { LIMITS } from "@balcao/domain/limits";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { uploadProblem } from "../../lib/uploadProblem";
import { DropField } from "../../ui";
import { FileRows, type ListedFile } from "../../ui/files";
import "./schedules.css";

interface FilesFieldProps {
  readonly value: readonly ListedFile[];
  readonly api: ConnectorApi;
  readonly error: string | undefined;
  readonly onChange: (files: readonly ListedFile[]) => void;
}

export const sizeOf = (files: readonly ListedFile[]): number => files.reduce((sum, { size }) => sum + size, 0);

/** The files of a schedule in their order, with what they show and their size; chosen, dropped or pasted. */
export function FilesField({ value, api, error, onChange }: FilesFieldProps) {
  const { t } = useTranslation("schedules");
  const [isFull, setFull] = useState(false);
  const most = LIMITS.schedule.files;
  const add = (list: FileList) => {
    const files = [...value, ...list];
    setFull(files.length > most);
    if (list.length > 0) onChange(files.slice(0, most));
  };
  return (
    <DropField
      label={t("form.files")}
      button={t("form.chooseFiles")}
      problem={uploadProblem(sizeOf(value), api) ?? error ?? (isFull ? t("form.tooMany", { count: most }) : undefined)}
      help={t("form.dropFiles", { count: most })}
      multiple
      onFiles={add}
    >
      {value.length > 0 && (
        <FileRows files={value} ordered={false} label={(_deed, name) => t("form.removeFile", { name })} onChange={onChange} />
      )}
    </DropField>
  );
}
