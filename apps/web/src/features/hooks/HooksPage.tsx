import type { HookView } from "@balcao/contracts/hooks";
import History from "@mui/icons-material/History";
import WebhookRounded from "@mui/icons-material/WebhookRounded";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { toTimeAgo } from "../../lib/time";
import { ListPage, useWholeList, type Column } from "../../ui/list";
import { NoteCard } from "../../ui/NoteCard";
import { HookState } from "./HookState";
import { hooksQuery, readHooks } from "./hooksQuery";
import "./hooks.css";

const HookFormDialog = lazy(() => import("./HookFormDialog").then((module) => ({ default: module.HookFormDialog })));
const HookDialog = lazy(() => import("./HookDialog").then((module) => ({ default: module.HookDialog })));

function Events({ hook: { events } }: { readonly hook: HookView }) {
  const { t } = useTranslation("hooks");
  return <span className="longText">{events.map((event) => t(`event.${event}`)).join(" · ")}</span>;
}

function LastSent({ hook: { lastSentAt } }: { readonly hook: HookView }) {
  const { t, i18n } = useTranslation("hooks");
  return lastSentAt === null ? t("never") : toTimeAgo(lastSentAt, i18n.language);
}

const COLUMNS: readonly Column<HookView>[] = [
  { id: "events", cell: (hook) => <Events hook={hook} /> },
  { id: "state", cell: (hook) => <HookState hook={hook} /> },
  { id: "last", cell: (hook) => <LastSent hook={hook} />, headed: true },
];

/** The webhooks that tell other systems what happens here (D-600). */
export function HooksPage() {
  const { t } = useTranslation("hooks");
  const query = useQuery(hooksQuery);
  const [openId, setOpenId] = useState<number | null>(null);
  const opened = query.data?.find(({ id }) => id === openId);
  return (
    <>
      <ListPage
        area="hooks"
        icon={WebhookRounded}
        list={useWholeList<HookView>(query)}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        subtitleOf={({ address }) => <span className="hookAddress">{address}</span>}
        columns={COLUMNS}
        notes={<NoteCard label={t("title")}>{t("about")}</NoteCard>}
        actionsOf={({ id, name }) => [{ icon: History, label: t("open", { name }), run: () => setOpenId(id) }]}
        form={({ editing, onClose }) => <HookFormDialog editing={editing} onClose={onClose} />}
        remove={async ({ id }) => {
          await call("hooks", "delete", { params: { hookId: id } });
          await readHooks();
        }}
      />
      {opened && (
        <Suspense>
          <HookDialog hook={opened} onClose={() => setOpenId(null)} />
        </Suspense>
      )}
    </>
  );
}
