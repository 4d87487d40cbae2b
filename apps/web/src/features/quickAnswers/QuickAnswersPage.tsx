import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";
import Check from "@mui/icons-material/Check";
import BoltOutlined from "@mui/icons-material/BoltOutlined";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { call } from "../../lib/api";
import { queuesQuery } from "../../lib/data/queues";
import { joinQuickAnswers, quickAnswersQuery } from "../../lib/data/quickAnswers";
import { useRights } from "../../lib/data/rights";
import { addRemark } from "../../lib/data/remarks";
import { Glyph } from "../../ui";
import { ListPage, toPagedList, useSettledTerm, type Column } from "../../ui/list";
import "./quickAnswers.css";

const QuickAnswerFormDialog = lazyWithTexts("planned", () =>
  import("./QuickAnswerFormDialog").then((module) => module.QuickAnswerFormDialog),
);

const COLUMNS: readonly Column<QuickAnswerView>[] = [
  { id: "media", headed: true, cell: (answer) => <HasMedia has={answer.mediaUrl !== null} /> },
  {
    id: "message",
    cell: (answer) => (
      <>
        <MessageCell answer={answer} />
        {answer.deeds && <Deeds />}
      </>
    ),
  },
  { id: "whose", cell: (answer) => <Whose answer={answer} /> },
  { id: "used", headed: true, numeric: true, cell: ({ usedCount }) => String(usedCount) },
];

async function remove({ id, shortcut }: QuickAnswerView): Promise<void> {
  await call("quickAnswers", "delete", { params: { quickAnswerId: id } });
  addRemark({ descricao: `Excluiu a resposta rápida ${shortcut}`, origem: "Respostas rápidas", quickAnswersId: id });
}

/** The texts that the person may send with a shortcut (QUICK-001, QUICK-003 to QUICK-005). */
export function QuickAnswersPage() {
  const { mayAlter } = useRights();
  const mine = ({ scope, userId }: QuickAnswerView) => scope === "me" || mayAlter("maintain", userId);
  const { settled, ...search } = useSettledTerm();
  const read = useInfiniteQuery(quickAnswersQuery(settled));
  const items = read.data && joinQuickAnswers(read.data.pages);
  return (
    <ListPage
      area="quickAnswers"
      event="quickAnswer"
      icon={BoltOutlined}
      list={toPagedList<QuickAnswerView>({ items, count: read.data?.pages.at(-1)?.count, ...search }, read)}
      keyOf={({ id }) => id}
      nameOf={({ shortcut }) => shortcut}
      columns={COLUMNS}
      form={({ editing, onClose }) => <QuickAnswerFormDialog editing={editing} onClose={onClose} />}
      mayEdit={mine}
      mayRemove={mine}
      remove={remove}
    />
  );
}

function Whose({ answer: { scope, queueId } }: { readonly answer: QuickAnswerView }) {
  const { t } = useTranslation("quickAnswers");
  const { data: queues = [] } = useQuery(queuesQuery);
  const queue = scope === "queue" && queues.find(({ id }) => id === queueId);
  return <span className="tableText">{queue ? queue.name : t(`scope.${scope}`)}</span>;
}

function Deeds() {
  const { t } = useTranslation("quickAnswers");
  return <span className="quickAnswerMore">{t("macro.mark")}</span>;
}

function HasMedia({ has }: { readonly has: boolean }) {
  const { t } = useTranslation("quickAnswers");
  return (
    <span className="quickAnswerMedia">
      {has && <Check fontSize="small" aria-hidden />}
      {t(has ? "media.yes" : "media.no")}
    </span>
  );
}

const ICONS = { image: "image", audio: "mic", video: "video", application: "document" } as const;

/** The message; where the answer has files, the first one's address with an icon of its kind, and how many follow. */
function MessageCell({ answer }: { readonly answer: QuickAnswerView }) {
  const { t } = useTranslation("quickAnswers");
  const { mediaUrl, mediaType, mediaName, medias, message } = answer;
  if (mediaUrl === null || mediaType === null) return <span className="longText">{message === "" ? t("macro.noMessage") : message}</span>;
  const { pathname } = new URL(mediaUrl, window.location.origin);
  return (
    <a className="quickAnswerFile" href={mediaUrl} target="_blank" rel="noreferrer" title={mediaName ?? pathname}>
      <Glyph name={ICONS[mediaType]} />
      <span className="visuallyHidden">{t(`mediaType.${mediaType}`)}</span>
      <span className="ellipsis">{pathname}</span>
      {medias.length > 1 && <span className="quickAnswerMore">{t("media.more", { count: medias.length - 1 })}</span>}
    </a>
  );
}
