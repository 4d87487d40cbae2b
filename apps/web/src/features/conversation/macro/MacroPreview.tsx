import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";
import AccessTimeRounded from "@mui/icons-material/AccessTimeRounded";
import AttachFileRounded from "@mui/icons-material/AttachFileRounded";
import CheckCircleOutlined from "@mui/icons-material/CheckCircleOutlined";
import DataObjectRounded from "@mui/icons-material/DataObjectRounded";
import CommentsDisabledOutlined from "@mui/icons-material/CommentsDisabledOutlined";
import ForwardRounded from "@mui/icons-material/ForwardRounded";
import LabelOutlined from "@mui/icons-material/LabelOutlined";
import WarningRounded from "@mui/icons-material/WarningRounded";
import { useTranslation } from "react-i18next";
import type { DeedLine } from "./deedLines";
import "./macro.css";

const ICONS = { tags: LabelOutlined, transfer: ForwardRounded, snooze: AccessTimeRounded, close: CheckCircleOutlined } as const;

interface MacroPreviewProps {
  readonly lines: readonly DeedLine[];
  readonly files: QuickAnswerView["medias"];
  /** The variables that the customer would read as they are written. */
  readonly unfilled: readonly string[];
  /** The customer gets neither a text nor a file. */
  readonly isSilent: boolean;
}

/** The files that a macro sends and what it does, in its order; what is no longer there is marked. */
export function MacroPreview({ lines, files, unfilled, isSilent }: MacroPreviewProps) {
  const { t, i18n } = useTranslation(["quickAnswers", "conversation"]);
  const names = new Intl.ListFormat(i18n.language).format(unfilled);
  return (
    <>
      {unfilled.length > 0 && (
        <p className="macroNote" role="status">
          <DataObjectRounded fontSize="small" aria-hidden />
          {t("conversation:unfilled.text", { names, count: unfilled.length })}
        </p>
      )}
      <ul className="macroLines" aria-label={t("quickAnswers:macro.does")}>
        {isSilent && (
          <li>
            <CommentsDisabledOutlined fontSize="small" aria-hidden />
            {t("quickAnswers:macro.noMessage")}
          </li>
        )}
        {files.map(({ id, name }) => (
          <li key={id}>
            <AttachFileRounded fontSize="small" aria-hidden />
            {t("quickAnswers:macro.line.file", { name })}
          </li>
        ))}
        {lines.map(({ id, text, gone }) => {
          const Icon = gone ? WarningRounded : ICONS[id];
          return (
            <li key={id} data-gone={gone || undefined}>
              <Icon fontSize="small" aria-hidden />
              {text}
            </li>
          );
        })}
      </ul>
      {lines.some(({ gone }) => gone) && (
        <p className="macroNote" data-gone role="alert">
          {t("quickAnswers:macro.goneNote")}
        </p>
      )}
    </>
  );
}
