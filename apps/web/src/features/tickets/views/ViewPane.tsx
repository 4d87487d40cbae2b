import type { SavedViewView } from "@balcao/contracts/savedViews";
import { VIEW_LIMITS } from "@balcao/domain/savedViews";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import FilterAltOffOutlined from "@mui/icons-material/FilterAltOffOutlined";
import LinkRounded from "@mui/icons-material/LinkRounded";
import PushPin from "@mui/icons-material/PushPin";
import PushPinOutlined from "@mui/icons-material/PushPinOutlined";
import TaskAlt from "@mui/icons-material/TaskAlt";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import type { SvgIconComponent } from "@mui/icons-material";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { call, toErrorText } from "../../../lib/api";
import { copyText } from "../../../lib/copyText";
import type { TicketListFilter } from "../../../lib/data/belongsToList";
import { queuesQuery } from "../../../lib/data/queues";
import { wholeList } from "../../../lib/data/wholeLists";
import { useOffline } from "../../../lib/live";
import { RowColumns } from "../../../lib/rowColumns";
import { toasts } from "../../../lib/toasts";
import { EmptyState } from "../../../ui";
import { ConfirmDialog } from "../../../ui/form";
import { Tooltip } from "../../../ui/Tooltip";
import { refreshViews } from "./useViewCounts";
import { ViewFormDialog } from "./lazyParts";
import "./views.css";

/** A list of the inbox; it comes as a property, because files that import it would take it out of the inbox's own. */
type ToList = (list: { readonly label: string; readonly filter: TicketListFilter; readonly empty: ReactNode }) => ReactNode;

export interface ViewPaneProps {
  readonly viewId: number;
  readonly toList: ToList;
}

/** A saved view by its address: its list, what it lacks, or why there is none (D-556, D-557). */
export function ViewPane({ viewId, toList }: ViewPaneProps) {
  const { t } = useTranslation("views");
  const [, setQuery] = useSearchParams();
  // Whoever follows an address may have got the view a moment ago.
  const { data: views, isFetching } = useQuery({ ...wholeList("savedViews"), refetchOnMount: "always" });
  const view = views?.find(({ id }) => id === viewId);
  if (view) return <Shown key={view.id} view={view} views={views ?? []} toList={toList} />;
  if (isFetching) return null;
  return (
    <div id="inbox-list" className="inboxList emptyList" role="tabpanel" aria-label={t("label")}>
      <EmptyState icon={FilterAltOffOutlined} heading="h2" title={t("absent.title")} text={t("absent.text")}>
        <Button size="small" onClick={() => setQuery({ tab: "open" }, { replace: true })}>
          {t("absent.leave")}
        </Button>
      </EmptyState>
    </div>
  );
}

const toFilter = ({ id, status, order }: SavedViewView): TicketListFilter => ({
  ...{ status: status ?? "open", showAll: true, queueIds: null, view: id },
  ...(order !== "activity" && { order }),
});

function Shown({ view, views, toList }: ViewProps & Pick<ViewPaneProps, "toList">) {
  const { t } = useTranslation("views");
  const [editing, setEditing] = useState(false);
  // A changed view is another list.
  const key = JSON.stringify(view);
  const filter = useMemo(() => toFilter(JSON.parse(key) as SavedViewView), [key]);
  return (
    <>
      <ViewHead view={view} views={views} onEdit={() => setEditing(true)} />
      <div id="inbox-list" className="inboxList" role="tabpanel" aria-label={view.name}>
        {view.missing.length > 0 ? (
          <div className="emptyList">
            <EmptyState
              icon={FilterAltOffOutlined}
              heading="h2"
              title={t("missing.title")}
              text={view.missing.map((part) => t(`missing.${part}`)).join(" ")}
            >
              {view.mayChange && (
                <Button size="small" variant="outlined" onClick={() => setEditing(true)}>
                  {t("edit")}
                </Button>
              )}
            </EmptyState>
          </div>
        ) : (
          <RowColumns key={key} value={view.columns}>
            {toList({
              label: view.name,
              filter,
              empty: (
                <div className="emptyList">
                  <EmptyState icon={TaskAlt} heading="h2" title={t("empty.title")} text={t("empty.text")} />
                </div>
              ),
            })}
          </RowColumns>
        )}
      </div>
      <Suspense>{editing && <ViewFormDialog editing={view} onClose={() => setEditing(false)} />}</Suspense>
    </>
  );
}

interface ViewProps {
  readonly view: SavedViewView;
  readonly views: readonly SavedViewView[];
}

/** The name of a view and what can be done with it. */
function ViewHead({ view, views, onEdit }: ViewProps & { readonly onEdit: () => void }) {
  const { t } = useTranslation(["views", "common"]);
  const [, setQuery] = useSearchParams();
  const offline = useOffline();
  const [asking, setAsking] = useState(false);
  const { data: queues = [] } = useQuery(queuesQuery);
  const queue = queues.find(({ id }) => id === view.sharedQueueId);
  const isFull = !view.pinned && views.filter(({ pinned }) => pinned).length >= VIEW_LIMITS.pinned;
  const onError = (error: Error) => toasts.error(toErrorText(error));
  const pin = useMutation({
    mutationFn: () => call("savedViews", "change", { params: { viewId: view.id }, body: { pinned: !view.pinned } }),
    onSuccess: refreshViews,
    onError,
  });
  const remove = useMutation({
    mutationFn: () => call("savedViews", "delete", { params: { viewId: view.id } }),
    onSuccess: () => {
      setQuery({ tab: "open" }, { replace: true });
      void refreshViews();
      toasts.success(t("views:removed", { name: view.name }));
    },
    onError,
  });
  const copy = async () => {
    if (await copyText(`${window.location.origin}/tickets?view=${view.id}`)) toasts.success(t("common:action.copied"));
  };
  return (
    <div className="viewHead">
      <h2 className="ellipsis">{view.name}</h2>
      {queue && <span className="ellipsis">{t("views:sharedWith", { name: queue.name })}</span>}
      <span className="viewTools">
        <Tool
          label={t(view.pinned ? "views:unpin" : isFull ? "views:full" : "views:pin")}
          icon={view.pinned ? PushPin : PushPinOutlined}
          disabled={offline || isFull || pin.isPending}
          onClick={() => pin.mutate()}
        />
        <Tool label={t("views:copy")} icon={LinkRounded} onClick={() => void copy()} />
        {view.mayChange && (
          <>
            <Tool label={t("views:edit")} icon={EditOutlined} onClick={onEdit} />
            <Tool label={t("views:remove")} icon={DeleteOutlined} onClick={() => setAsking(true)} />
          </>
        )}
      </span>
      <ConfirmDialog
        open={asking}
        dangerous
        title={t("views:ask.title", { name: view.name })}
        confirmLabel={t("views:remove")}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      >
        {t(queue ? "views:ask.shared" : "views:ask.own")}
      </ConfirmDialog>
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: SvgIconComponent;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function Tool({ label, icon: Icon, disabled = false, onClick }: ToolProps) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton size="small" aria-label={label} disabled={disabled} onClick={onClick}>
          <Icon />
        </IconButton>
      </span>
    </Tooltip>
  );
}
