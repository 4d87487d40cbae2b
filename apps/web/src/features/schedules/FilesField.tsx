import type { ScheduleMediaView } from "@balcao/contracts/schedules";
import { CAPABILITIES, uploadLimitSentence, type ConnectorApi } from "@balcao/domain/connections";
import { LIMITS } from "@balcao/domain/limits";
import AttachFile from "@mui/icons-material/AttachFile";
import CloseRounded from "@mui/icons-material/CloseRounded";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../lib/bytes";
import "../../ui/field.css";
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
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isFull, setFull] = useState(false);
  const most = LIMITS.schedule.files;
  const add = (list: FileList) => {
    const files = [...value, ...list];
    setFull(files.length > most);
    if (list.length > 0) onChange(files.slice(0, most));
  };
  const problem = filesProblem(value, api) ?? error ?? (isFull ? t("form.tooMany", { count: most }) : undefined);
  return (
    <div
      className="field scheduleFiles"
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-help`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        add(event.dataTransfer.files);
      }}
      onPaste={(event) => add(event.clipboardData.files)}
    >
      <span id={id} className="fieldLabel">
        {t("form.files")}
      </span>
      {value.length > 0 && (
        <ul>
          {value.map((file) => (
            <FileRow key={keyOf(file)} file={file} onRemove={() => onChange(value.filter((other) => other !== file))} />
          ))}
        </ul>
      )}
      <Button variant="outlined" startIcon={<AttachFile />} onClick={() => input.current?.click()}>
        {t("form.chooseFiles")}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("form.chooseFiles")}
        onChange={(event) => {
          if (event.target.files) add(event.target.files);
          event.target.value = "";
        }}
      />
      <div
        id={`${id}-help`}
        className="fieldHelp"
        role={problem === undefined ? undefined : "alert"}
        data-error={problem !== undefined || undefined}
      >
        <span>{problem ?? t("form.dropFiles", { count: most })}</span>
      </div>
    </div>
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
