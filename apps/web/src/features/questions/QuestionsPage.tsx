import type { QuestionView } from "@balcao/contracts/questions";
import QuizOutlined from "@mui/icons-material/QuizOutlined";
import { useQuery } from "@tanstack/react-query";
import { lazy, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { addRemark } from "../../lib/data/remarks";
import { useRights } from "../../lib/data/rights";
import { wholeList } from "../../lib/data/wholeLists";
import { ListPage, useWholeList, type Column } from "../../ui/list";
import { ColorDot } from "../../ui";
import "./questions.css";

const QuestionFormDialog = lazy(() => import("./QuestionFormDialog").then((module) => ({ default: module.QuestionFormDialog })));

/** A question under the name that the page shows and searches. */
type NamedQuestion = QuestionView & { readonly name: string };

const COLUMNS: readonly Column<NamedQuestion>[] = [
  { id: "answer", cell: ({ resposta: answer }) => <span className="longText">{answer}</span> },
  { id: "queue", cell: ({ queue }) => <QuestionQueue queue={queue} /> },
  { id: "openTicket", headed: true, cell: ({ openTicket }) => <OpensTicket opens={openTicket} /> },
];

async function remove({ id, name }: NamedQuestion): Promise<void> {
  await call("questions", "delete", { params: { questionId: id } });
  addRemark({ descricao: `Excluiu a pergunta ${name}`, origem: "Perguntas", perguntaId: id });
}

/** The questions that the bot answers: everybody sees them, and changes those that she may (BOT-008, D-269). */
export function QuestionsPage() {
  const { maintain, mayAlter } = useRights();
  const mine = ({ userId }: NamedQuestion) => mayAlter("maintain", userId);
  const { data, ...read } = useQuery(wholeList("questions"));
  const named = useMemo(() => data?.map((question) => ({ ...question, name: question.pergunta })), [data]);
  return (
    <ListPage
      area="questions"
      event="pergunta"
      icon={QuizOutlined}
      list={useWholeList<NamedQuestion>({ ...read, data: named })}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      columns={COLUMNS}
      form={({ editing, onClose }) => <QuestionFormDialog editing={editing} onClose={onClose} />}
      addable={maintain}
      mayEdit={mine}
      mayRemove={mine}
      remove={remove}
    />
  );
}

function QuestionQueue({ queue }: Pick<QuestionView, "queue">) {
  const { t } = useTranslation("questions");
  if (!queue) return t("everyQueue");
  return (
    <span className="questionQueue">
      <ColorDot color={queue.color} />
      <span className="tableText">{queue.name}</span>
    </span>
  );
}

/** Sim or Não; on a card with what it is about. */
function OpensTicket({ opens }: { readonly opens: boolean }) {
  const { t } = useTranslation("questions");
  return t(opens ? "yes" : "no");
}
