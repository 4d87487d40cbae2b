import { API_AREAS } from "@balcao/domain/apiTokens";
import type { ApiTokenView } from "@balcao/contracts/apiTokens";
import CodeRounded from "@mui/icons-material/CodeRounded";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { queuesQuery } from "../../lib/data/queues";
import { queryClient } from "../../lib/queryClient";
import { toDate, toTimeAgo } from "../../lib/time";
import { ListPage, useWholeList, type Column } from "../../ui/list";
import { NoteCard } from "../../ui/NoteCard";

const TokenFormDialog = lazy(() => import("./TokenFormDialog").then((module) => ({ default: module.TokenFormDialog })));

const tokensQuery = queryOptions({
  queryKey: ["apiTokens"],
  queryFn: ({ signal }) => call("apiTokens", "list", {}, { signal }),
  staleTime: 0,
});
const readAgain = () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey });

/** What a token is good for, in words. */
function Scope({ token: { areas, reach, queueIds } }: { readonly token: ApiTokenView }) {
  const { t } = useTranslation("apiTokens");
  const { data: queues = [] } = useQuery(queuesQuery);
  const open = API_AREAS.flatMap((area) => {
    const level = areas[area];
    return level ? [t(`scope.${level}`, { area: t(`area.${area}`) })] : [];
  });
  const names = queues.filter(({ id }) => queueIds.includes(id)).map(({ name }) => name);
  return <span className="longText">{[...open, reach === "queues" ? names.join(", ") : t(`reach.${reach}`)].join(" · ")}</span>;
}

function LastUse({ token: { usedAt, usedFrom } }: { readonly token: ApiTokenView }) {
  const { t, i18n } = useTranslation("apiTokens");
  return usedAt === null ? t("never") : [t("used", { time: toTimeAgo(usedAt, i18n.language) }), usedFrom].filter(Boolean).join(" · ");
}

function Expiry({ token: { expiresAt } }: { readonly token: ApiTokenView }) {
  const { t } = useTranslation("apiTokens");
  if (expiresAt === null) return t("endless");
  const hasEnded = new Date(expiresAt) <= new Date();
  const words = t(hasEnded ? "expired" : "until", { day: toDate(expiresAt) });
  return hasEnded ? (
    <span className="chip" data-tone="error">
      {words}
    </span>
  ) : (
    words
  );
}

/** The tokens with which programs call the api: one's own, and for administrators everybody's (D-570). */
export function ApiTokensPage() {
  const { t } = useTranslation("apiTokens");
  const columns: readonly Column<ApiTokenView>[] = [
    { id: "owner", cell: ({ user, installation }) => (installation ? t("ofInstallation", { name: user.name }) : user.name) },
    { id: "scope", cell: (token) => <Scope token={token} /> },
    { id: "used", cell: (token) => <LastUse token={token} /> },
    { id: "expires", cell: (token) => <Expiry token={token} /> },
  ];
  return (
    <ListPage
      area="apiTokens"
      icon={CodeRounded}
      list={useWholeList<ApiTokenView>(useQuery(tokensQuery))}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      columns={columns}
      notes={
        <NoteCard label={t("title")}>
          {t("about")}{" "}
          <a href="/openapi.json" target="_blank" rel="noreferrer">
            {t("description")}
          </a>
        </NoteCard>
      }
      editable={false}
      form={({ onClose }) => <TokenFormDialog onMade={() => void readAgain()} onClose={onClose} />}
      remove={async ({ id }) => {
        await call("apiTokens", "revoke", { params: { token: id } });
        await readAgain();
      }}
    />
  );
}
