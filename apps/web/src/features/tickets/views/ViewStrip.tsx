import type { SavedViewView } from "@balcao/contracts/savedViews";
import AddRounded from "@mui/icons-material/AddRounded";
import MoreHoriz from "@mui/icons-material/MoreHoriz";
import PushPinOutlined from "@mui/icons-material/PushPinOutlined";
import Divider from "@mui/material/Divider";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { Suspense, useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { toBadgeText } from "../../../ui";
import { Tooltip } from "../../../ui/Tooltip";
import { ViewFormDialog } from "./lazyParts";
import { useViewCounts } from "./useViewCounts";
import "./views.css";

interface ViewStripProps {
  readonly views: readonly SavedViewView[];
  readonly shownId: number;
  /** The keys of the tab lists. */
  readonly onTabKey: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The saved views that the person has as tabs, with their counts, and the way to the others (D-557). */
export function ViewStrip({ views, shownId, onTabKey }: ViewStripProps) {
  const { t } = useTranslation("views");
  const counts = useViewCounts();
  const [, setQuery] = useSearchParams();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [adding, setAdding] = useState(false);
  const tabs = views.filter(({ id, pinned }) => pinned || id === shownId);
  const list = useRef<HTMLDivElement>(null);
  // Also once the numbers have come, which make the tabs wider.
  useEffect(() => {
    list.current?.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [shownId, tabs.length, counts.length]);
  const show = (id: number) => {
    setAnchor(null);
    setQuery({ view: String(id) }, { replace: true });
  };
  return (
    <div className="viewStrip">
      <div ref={list} className="viewTabs" role="tablist" aria-label={t("label")} onKeyDown={onTabKey}>
        {tabs.map(({ id, name }, place) => {
          const on = id === shownId;
          const found = counts.find(({ viewId }) => viewId === id);
          return (
            <button
              key={id}
              type="button"
              role="tab"
              aria-selected={on}
              aria-controls="inbox-list"
              tabIndex={on || (place === 0 && !tabs.some((tab) => tab.id === shownId)) ? 0 : -1}
              className="viewTab"
              title={name}
              onClick={() => show(id)}
            >
              <span className="ellipsis">{name}</span>
              {found && <span className="inboxSubCount">{found.hasMore ? `${found.count}+` : toBadgeText(found.count, 999)}</span>}
            </button>
          );
        })}
      </div>
      <Tooltip title={t("all")}>
        <IconButton size="small" aria-label={t("all")} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
          <MoreHoriz />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ list: { "aria-label": t("all") } }}>
        {views.map(({ id, name, pinned }) => (
          <MenuItem key={id} selected={id === shownId} onClick={() => show(id)}>
            <span className="viewMenuName ellipsis">{name}</span>
            {pinned && <PushPinOutlined titleAccess={t("pinned")} />}
          </MenuItem>
        ))}
        <Divider />
        <MenuItem
          onClick={() => {
            setAnchor(null);
            setAdding(true);
          }}
        >
          <AddRounded aria-hidden />
          {t("add")}
        </MenuItem>
      </Menu>
      <Suspense>{adding && <ViewFormDialog editing={null} onClose={() => setAdding(false)} />}</Suspense>
    </div>
  );
}
