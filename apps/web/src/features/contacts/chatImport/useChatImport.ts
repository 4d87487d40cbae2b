import type { ImportedChatView } from "@balcao/contracts/chatImports";
import { LIMITS } from "@balcao/domain/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, toErrorText } from "../../../lib/api";
import { connectionsQuery } from "../../../lib/data/connections";
import { isWhole, lookThrough, NOTHING_SAID, writeChats, type ChosenChat, type SaidOfChat } from "./chatCalls";

const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

/** Does one call at a time, and says why it was refused or that its job was stopped. */
function useAttempt() {
  const { t } = useTranslation("chatImports");
  const [doing, setDoing] = useState<"check" | "write" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [stopped, setStopped] = useState(false);
  const attempt = async (what: "check" | "write", work: () => Promise<void>): Promise<void> => {
    setDoing(what);
    setProblem(null);
    setStopped(false);
    try {
      await work();
    } catch (error) {
      // The job says itself that it was stopped.
      if (hasCode(error, "ERR_JOB_STOPPED")) setStopped(true);
      else setProblem(hasCode(error, "ERR_JOB_RUNNING") ? t("running") : toErrorText(error));
    } finally {
      setDoing(null);
    }
  };
  return { doing, problem, stopped, attempt };
}

const hasFiles = (chats: readonly ChosenChat[]): boolean => chats.some(({ view }) => view.filesWaiting > 0);

/** How many messages would come. */
const countWaiting = (chats: readonly ChosenChat[]): number =>
  chats.reduce((sum, { view }) => sum + Math.max(0, view.messages - view.here - view.gone - view.noTime), 0);

/** The steps of an import of chats: files are chosen and looked through, what is missing is said, then they are written. */
export function useChatImport() {
  const { data: connections = [] } = useQuery(connectionsQuery);
  const [chosen, setChosen] = useState<number | null>(null);
  const [chats, setChats] = useState<readonly ChosenChat[]>([]);
  /** Whether what is shown was looked through as it is. */
  const [checked, setChecked] = useState(false);
  const [done, setDone] = useState<readonly ImportedChatView[] | null>(null);
  const { doing, problem, stopped, attempt } = useAttempt();
  const connection = connections.find(({ id }) => id === chosen) ?? connections.find(({ isDefault }) => isDefault) ?? connections[0];
  const check = (given: readonly Pick<ChosenChat, "file" | "said">[], whatsappId = connection?.id): void =>
    void attempt("check", async () => {
      setChats(await lookThrough(given, whatsappId));
      setChecked(true);
    });
  const write = (): void => {
    if (connection === undefined) return;
    void attempt("write", async () => {
      setDone(await writeChats(chats, connection.id));
      setChats([]);
    });
  };
  const choose = (files: FileList): void => {
    const list = [...files].slice(0, LIMITS.chatImport.files);
    if (list.length === 0) return;
    setDone(null);
    setChecked(false);
    check(list.map((file) => ({ file, said: NOTHING_SAID })));
  };
  const connect = (id: number): void => {
    setChosen(id);
    setChecked(false);
    if (chats.length > 0) check(chats, id);
  };
  const change = (at: number, said: Partial<SaidOfChat>): void => {
    setChats(chats.map((chat, place) => (place === at ? { ...chat, said: { ...chat.said, ...said } } : chat)));
    setChecked(false);
  };
  const drop = (at: number): void => setChats(chats.filter((_, place) => place !== at));
  return {
    ...{ connections, connection, chats, checked, problem, stopped, done, choose, connect, change, drop, write },
    ...{
      busy: doing !== null,
      checking: doing === "check",
      writing: doing === "write",
      waiting: countWaiting(chats),
      brings: hasFiles(chats) || countWaiting(chats) > 0,
    },
    /** Whether all chats can be written as they are shown. */
    ready: checked && chats.length > 0 && connection !== undefined && chats.every(isWhole),
    look: (): void => check(chats),
  };
}

/** What the parts of the dialog use. */
export type ChatImportSteps = ReturnType<typeof useChatImport>;
