import type { ScheduleMediaView } from "@balcao/contracts/schedules";
import { CAPABILITIES, uploadLimitSentence, type ConnectorApi } from "@balcao/domain/connections";
import { LIMITS } from "@balcao/domain/limits";
import CloseRounded from "@mui/icons-material/CloseRounded";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import IconButton from "@mui/material/IconButton";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../lib/bytes";
import { DropField } from "../../ui";
import "./schedules.css";

/** What the form holds of a file: one that was chosen, or a stored one. */
export type ScheduledFile = File | ScheduleMediaView;

interface FilesFieldProps {
  readonly value: readonly ScheduledFile[];
  readonly api: ConnectorApi;
  readonly error: string | undefined;
  readonly onChange: (files: readonly ScheduledFile[]) => void;
}

/** Why these files may not be sent together: the documented sentence, or null (CONV-022). */
export const filesProblem = (files: readonly ScheduledFile[], api: ConnectorApi): string | null =>
  files.reduce((sum, { size }) => sum + size, 0) > CAPABILITIES[api].uploadLimitBytes ? uploadLimitSentence(api) : null;

const keyOf = (file: ScheduledFile): string => (file instanceof File ? `${file.name} ${file.lastModified} ${file.size}` : file.id);

/** The files of a schedule in their order, with what they show and their size; chosen, dropped or pasted (SCHED-010). */
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
      problem={filesProblem(value, api) ?? error ?? (isFull ? t("form.tooMany", { count: most }) : undefined)}
      help={t("form.dropFiles", { count: most })}
      multiple
      onFiles={add}
    >
      {value.length > 0 && (
        <ul className="scheduleFiles">
          {value.map((file) => (
            <FileRow key={keyOf(file)} file={file} onRemove={() => onChange(value.filter((other) => other !== file))} />
          ))}
        </ul>
      )}
    </DropField>
  );
}

interface FileRowProps {
  readonly file: ScheduledFile;
  readonly onRemove: () => void;
}

function FileRow({ file, onRemove }: FileRowProps) {
  const { t, i18n } = useTranslation("schedules");
  return (
    <li>
      <FileThumb file={file} />
      <span className="ellipsis">{file.name}</span>
      <span className="scheduleFileSize">{formatBytes(file.size, i18n.language)}</span>
      <IconButton size="small" aria-label={t("form.removeFile", { name: file.name })} onClick={onRemove}>
        <CloseRounded />
      </IconButton>
    </li>
  );
}

/** The picture or film of a file, or a sheet for anything else. */
export function FileThumb({ file }: { readonly file: ScheduledFile }) {
  const [kind] = (file instanceof File ? file.type : file.mimetype).split("/");
  const [own] = useState(() => (file instanceof File ? URL.createObjectURL(file) : null));
  useEffect(
    () => () => {
      if (own !== null) URL.revokeObjectURL(own);
    },
    [own],
  );
  const [isBroken, setBroken] = useState(false);
  const address = own ?? (file instanceof File ? "" : file.url);
  if (!isBroken && kind === "image") return <img src={address} alt="" onError={() => setBroken(true)} />;
  if (!isBroken && kind === "video") return <video src={address} muted preload="metadata" onError={() => setBroken(true)} />;
  return <DescriptionOutlined aria-hidden />;
}
