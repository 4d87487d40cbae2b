import VisibilityOffOutlined from "@mui/icons-material/VisibilityOffOutlined";
import { LIMITS } from "@balcao/domain/limits";
import { useTranslation } from "react-i18next";
import type { MentionFacts } from "./useColleagues";
import "./mentionNote.css";

/** Says before the comment is sent who of the mentioned colleagues will not hear of it, and why (D-254). */
export function MentionNote({ unable, tooMany }: MentionFacts) {
  const { t, i18n } = useTranslation("conversation");
  const names = new Intl.ListFormat(i18n.language, { type: "conjunction" }).format(unable);
  return (
    <div role="status">
      {unable.length > 0 && (
        <p className="composerMention">
          <VisibilityOffOutlined aria-hidden />
          <span>{t("mention.unable", { names, count: unable.length })}</span>
        </p>
      )}
      {tooMany && <p className="composerMention">{t("mention.tooMany", { count: LIMITS.message.mentions })}</p>}
    </div>
  );
}
