import ChevronLeftRounded from "@mui/icons-material/ChevronLeftRounded";
import ChevronRightRounded from "@mui/icons-material/ChevronRightRounded";
import CloseRounded from "@mui/icons-material/CloseRounded";
import InfoRounded from "@mui/icons-material/InfoRounded";
import IconButton from "@mui/material/IconButton";
import { CAPABILITIES, type ConnectorApi } from "@balcao/domain/connections";
import { useEffect, useMemo, useState, type DragEvent } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../../lib/bytes";
import { uploadProblem } from "../../../lib/uploadProblem";
import { AudioPlayer } from "../messages/AudioPlayer";
import { fileEnding, sheetColour } from "../messages/content";
import { fileNotes } from "./sendPlan";
import { moveFile, totalBytes, type TrayFile } from "./trays";

/** An address of the file in this page, or null when it is not wanted. */
function useFileUrl(file: File, wanted: boolean): string | null {
  const url = useMemo(() => (wanted ? URL.createObjectURL(file) : null), [file, wanted]);
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url);
    },
    [url],
  );
  return url;
}

function Thumb({ file, name }: TrayFile) {
  const [kind] = file.type.split("/");
  const url = useFileUrl(file, kind === "image" || kind === "video");
  const [broken, setBroken] = useState(false);
  if (url && !broken && kind === "image") return <img className="trayThumb" src={url} alt="" onError={() => setBroken(true)} />;
  if (url && !broken) return <video className="trayThumb" src={url} muted preload="metadata" onError={() => setBroken(true)} />;
  return (
    <span className="trayThumb" style={{ background: sheetColour(fileEnding(name)) }}>
      {fileEnding(name) || "…"}
    </span>
  );
}

function Recording({ file, voice }: TrayFile) {
  const url = useFileUrl(file, true);
  return url && voice ? <AudioPlayer src={url} {...voice} /> : null;
}

interface FileTrayProps {
  readonly files: readonly TrayFile[];
  /** The one whose caption is the text of the box, and that text. */
  readonly captioned: TrayFile | undefined;
  readonly text: string;
  readonly api: ConnectorApi;
  /** Whether they go to a customer: then the plan of each is shown. */
  readonly toCustomer: boolean;
  readonly onChange: (change: (files: readonly TrayFile[]) => readonly TrayFile[]) => void;
}

/**
 * The files to send, in their order, each with its final name, size and caption, and their total
 * size against the limit (CONV-017, CONV-022…CONV-024).
 */
export function FileTray({ files, captioned, text, api, toCustomer, onChange }: FileTrayProps) {
  const [dragged, setDragged] = useState<string | null>(null);
  const place = (key: string) => files.findIndex((file) => file.key === key);
  return (
    <div className="tray">
      <ul>
        {files.map((each) => (
          <TrayItem
            key={each.key}
            item={each}
            textOfBox={each === captioned ? text : null}
            api={toCustomer ? api : null}
            first={each === files[0]}
            last={each === files.at(-1)}
            dragged={each.key === dragged}
            onChange={onChange}
            onDrag={setDragged}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              onChange((now) => moveFile(now, dragged, place(each.key) - place(dragged)));
            }}
          />
        ))}
      </ul>
      <TrayFacts files={files} api={api} />
    </div>
  );
}

interface TrayItemProps extends Pick<FileTrayProps, "onChange"> {
  readonly item: TrayFile;
  /** The text of the box where it is the caption. */
  readonly textOfBox: string | null;
  readonly api: ConnectorApi | null;
  readonly first: boolean;
  readonly last: boolean;
  readonly dragged: boolean;
  readonly onDrag: (key: string | null) => void;
  readonly onDragOver: (event: DragEvent) => void;
}

/** A file of the tray; its picture is the handle for moving it with the mouse. */
function TrayItem({ item, textOfBox, api, first, last, dragged, onChange, onDrag, onDragOver }: TrayItemProps) {
  const { t, i18n } = useTranslation("conversation");
  const { key, name, caption, voice } = item;
  const change = (caption: string) => onChange((now) => now.map((other) => (other.key === key ? { ...other, caption } : other)));
  const move = (step: number) => () => onChange((now) => moveFile(now, key, step));
  return (
    <li data-voice={voice !== null || undefined} data-dragged={dragged || undefined} onDragOver={onDragOver}>
      {voice ? (
        <Recording {...item} />
      ) : (
        <>
          <span
            draggable={!(first && last)}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              onDrag(key);
            }}
            onDragEnd={() => onDrag(null)}
          >
            <Thumb {...item} />
          </span>
          <div>
            <span className="trayName ellipsis" title={name}>
              {name}
            </span>
            <span className="traySize">{formatBytes(item.file.size, i18n.language)}</span>
            <input
              value={caption}
              placeholder={t(textOfBox === null ? "tray.caption" : "tray.textOfBox")}
              aria-label={t("tray.captionOf", { name })}
              onChange={(event) => change(event.target.value)}
            />
          </div>
        </>
      )}
      {api !== null && <PlanNotes item={textOfBox === null ? item : { ...item, caption: textOfBox }} api={api} />}
      <span className="trayButtons">
        <IconButton
          size="small"
          aria-label={t("tray.remove", { name })}
          onClick={() => onChange((now) => now.filter((other) => other.key !== key))}
        >
          <CloseRounded />
        </IconButton>
        {!(first && last) && (
          <span>
            <IconButton size="small" aria-label={t("tray.earlier", { name })} disabled={first} onClick={move(-1)}>
              <ChevronLeftRounded />
            </IconButton>
            <IconButton size="small" aria-label={t("tray.later", { name })} disabled={last} onClick={move(1)}>
              <ChevronRightRounded />
            </IconButton>
          </span>
        )}
      </span>
    </li>
  );
}

/** How a file leaves where that is not as it is shown. */
function PlanNotes({ item, api }: { readonly item: TrayFile; readonly api: ConnectorApi }) {
  const { t } = useTranslation("conversation");
  const notes = fileNotes(item, api);
  if (notes.length === 0) return null;
  return (
    <p className="trayPlan" role="status" data-problem={notes.some(({ key }) => key === "refused") || undefined}>
      {notes.map(({ key, ...values }) => t(`tray.plan.${key}`, values)).join(" ")}
    </p>
  );
}

/** The warning about several files or about the limit, and the total size. */
function TrayFacts({ files, api }: Pick<FileTrayProps, "files" | "api">) {
  const { t, i18n } = useTranslation("conversation");
  const problem = uploadProblem(totalBytes(files), api);
  return (
    <p className="trayFacts" data-problem={problem !== null || undefined}>
      {problem !== null ? (
        <span role="alert">
          <InfoRounded aria-hidden />
          {problem}
        </span>
      ) : (
        files.length > 1 && (
          <span role="status">
            <InfoRounded aria-hidden />
            {t("tray.several", { count: files.length })}
          </span>
        )
      )}
      <span className="traySum">
        {t("tray.sum", {
          sum: formatBytes(totalBytes(files), i18n.language),
          limit: formatBytes(CAPABILITIES[api].uploadLimitBytes, i18n.language),
        })}
      </span>
    </p>
  );
}
