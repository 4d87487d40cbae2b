import WarningRounded from "@mui/icons-material/WarningRounded";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import type { Connection } from "../../lib/data/connections";
import { toDrops } from "../../lib/data/drops";
import { toTimeAgo } from "../../lib/time";

interface AttentionNoteProps {
  readonly troubled: readonly Connection[];
  readonly filtered: boolean;
  readonly onFilter: (filtered: boolean) => void;
}

/** The strip with the number of connections that need attention, and the worst of them. */
export function AttentionNote({ troubled, filtered, onFilter }: AttentionNoteProps) {
  const { t, i18n } = useTranslation("connections");
  const [worst] = toDrops(troubled);
  return (
    <div className="note connectionsNote" data-tone="warning" role="status">
      <WarningRounded aria-hidden />
      <p>
        <strong>{t("attention", { count: troubled.length })}</strong>{" "}
        {worst && t("attentionWorst", { name: worst.name, ago: toTimeAgo(worst.since, i18n.language).replace(/\.$/, "") })}
      </p>
      <Button variant="text" size="small" color="inherit" aria-pressed={filtered} onClick={() => onFilter(!filtered)}>
        {filtered ? t("all") : t("onlyAttention", { count: troubled.length })}
      </Button>
    </div>
  );
}
