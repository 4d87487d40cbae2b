import AddRounded from "@mui/icons-material/AddRounded";
import CheckRounded from "@mui/icons-material/CheckRounded";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import SearchRounded from "@mui/icons-material/SearchRounded";
import { Suspense } from "react";
import { useTexts } from "../../i18n/useTexts";
import { useOffline } from "../../lib/live";
import { KeyCaps, WithReason } from "../../ui";
import { LazyFirstSteps } from "./start/LazyFirstSteps";
import { useFirstSteps } from "./start/useFirstSteps";

interface NoTicketProps {
  readonly onNew: () => void;
  readonly onSearch: () => void;
  /** Undefined while no ticket is waiting. */
  readonly onAcceptNext: (() => void) | undefined;
}

/** The right pane while no conversation is open; on a new installation it shows the first steps. */
export function NoTicket({ onNew, onSearch, onAcceptNext }: NoTicketProps) {
  const { t } = useTexts("tickets");
  const steps = useFirstSteps();
  const offline = useOffline();
  if (steps)
    return (
      <Suspense>
        <LazyFirstSteps steps={steps} />
      </Suspense>
    );
  return (
    <div className="noTicket">
      <span className="emptyStateIcon" aria-hidden="true">
        <ForumOutlined />
      </span>
      <h2 className="emptyStateTitle">{t("none.title")}</h2>
      <p className="emptyStateText">{t("none.text")}</p>
      <div className="noTicketActions">
        {onAcceptNext && (
          <WithReason reason={offline ? t("row.offline") : null}>
            <button type="button" className="noTicketAction" onClick={onAcceptNext}>
              <CheckRounded aria-hidden />
              {t("none.acceptNext")}
              <KeyCaps of="accept" />
            </button>
          </WithReason>
        )}
        <button type="button" className="noTicketAction" onClick={onNew}>
          <AddRounded aria-hidden />
          {t("none.new")}
        </button>
        <button type="button" className="noTicketAction" onClick={onSearch}>
          <SearchRounded aria-hidden />
          {t("none.search")}
          <KeyCaps of="search" />
        </button>
      </div>
    </div>
  );
}
