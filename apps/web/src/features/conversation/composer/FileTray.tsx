import CloseRounded from "@mui/icons-material/CloseRounded";
import InfoRounded from "@mui/icons-material/InfoRounded";
import IconButton from "@mui/material/IconButton";
import { CAPABILITIES, type ConnectorApi } from "@balcao/domain/connections";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { fileEnding, sheetColour } from "../messages/content";
import { formatBytes, totalBytes, uploadProblem, type TrayFile } from "./fileTray";

function Thumb({ file, name }: TrayFile) {
  const url = useMemo(() => (file.type.startsWith("image/") ? URL.createObjectURL(file) : null), [file]);
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url);
    },
    [url],
  );
  return url ? (
    <img className="trayThumb" src={url} alt="" />
  ) : (
    <span className="trayThumb" style={{ background: sheetColour(fileEnding(name)) }}>
      {fileEnding(name) || "…"}
    </span>
  );
}

interface FileTrayProps {
  readonly files: readonly TrayFile[];
  readonly api: ConnectorApi;
  readonly onChange: (files: readonly TrayFile[]) => void;
}

/** The files that will be sent: name as sent, size, caption; their sum against the limit (CONV-017, CONV-022…CONV-024). */
export function FileTray({ files, api, onChange }: FileTrayProps) {
  const { t, i18n } = useTranslation("conversation");
  const problem = uploadProblem(files, api);
  return (
    <div className="tray">
      <ul>
        {files.map((each) => (
          <li key={each.key}>
            <Thumb {...each} />
            <div>
              <span className="trayName ellipsis" title={each.name}>
                {each.name}
              </span>
              <span className="traySize">{formatBytes(each.file.size, i18n.language)}</span>
              <input
                value={each.caption}
                placeholder={t("tray.caption")}
                aria-label={t("tray.captionOf", { name: each.name })}
                onChange={(event) =>
                  onChange(files.map((other) => (other.key === each.key ? { ...other, caption: event.target.value } : other)))
                }
              />
            </div>
            <IconButton
              size="small"
              aria-label={t("tray.remove", { name: each.name })}
              onClick={() => onChange(files.filter((other) => other.key !== each.key))}
            >
              <CloseRounded />
            </IconButton>
          </li>
        ))}
      </ul>
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
    </div>
  );
}
