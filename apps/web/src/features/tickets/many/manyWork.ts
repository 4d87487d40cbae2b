import type { TicketsDoneView } from "@balcao/contracts/tickets";
import { useSyncExternalStore } from "react";
import { ApiError, call, createIntention, NoAnswerError, toErrorText } from "../../../lib/api";
import { toasts } from "../../../lib/toasts";
import { CLOSE_DELAY_MS } from "../../conversation";
import { RUNNING_KEY } from "./marks";

/** What is done to the marked tickets, by its name in the texts. */
export type ManyKind = "resolve" | "transfer" | "snooze" | "tag" | "read";

/** The fields of the call. */
export type ManyFields = Omit<Parameters<typeof call<"tickets", "changeMany">>[2]["body"], "ticketIds">;

/** Something that is done to many tickets: it waits for its moment, is under way, was stopped, or has ended with some refused. */
export interface ManyWork {
  readonly id: number;
  readonly kind: ManyKind;
  readonly ticketIds: readonly number[];
  readonly fields: ManyFields;
  readonly state: "waits" | "runs" | "stopped" | "ended";
  /** When the delay is over. */
  readonly endsAt: number;
  /** What became of it, in the end. */
  readonly view: TicketsDoneView | null;
}

/** A thousand tickets take longer than the browser waits for other answers. */
const LONGEST_MS = 600_000;
const TRIES = 3;
const PAUSE_MS = 2_000;

const DID: Readonly<Record<ManyKind, string>> = {
  resolve: "Encerrou",
  transfer: "Transferiu",
  tag: "Etiquetou",
  snooze: "Adiou",
  read: "Marcou como lidas",
};

let works: readonly ManyWork[] = [];
let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function setWorks(next: readonly ManyWork[]): void {
  works = next;
  listeners.forEach((listener) => listener());
}

const changeWork = (id: number, change: Partial<ManyWork>): void =>
  setWorks(works.map((work) => (work.id === id ? { ...work, ...change } : work)));

/** Takes something away that waits, or whose end was read. */
export function dropWork(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  setWorks(works.filter((work) => work.id !== id));
}

/** Does it to all of them; after a lost answer the same key goes on where the server stopped, and nothing is done twice (D-502). */
async function send({ kind, ticketIds, fields }: ManyWork): Promise<TicketsDoneView> {
  const log = { descricao: `${DID[kind]} ${ticketIds.length} conversas de uma vez`, origem: "Tickets" };
  const intention = createIntention({ parts: true });
  for (let left = TRIES; ; left -= 1) {
    try {
      return await intention.run((idempotencyKey) =>
        call("tickets", "changeMany", { body: { ticketIds: [...ticketIds], ...fields, log } }, { idempotencyKey, timeoutMs: LONGEST_MS }),
      );
    } catch (error) {
      if (left <= 1 || !(error instanceof NoAnswerError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

async function run(work: ManyWork, toDone: (view: TicketsDoneView) => string): Promise<void> {
  timers.delete(work.id);
  changeWork(work.id, { state: "runs" });
  sessionStorage.setItem(RUNNING_KEY, "1");
  try {
    const view = await send(work);
    if (view.refused.length > 0) return changeWork(work.id, { state: "ended", view });
    toasts.success(toDone(view));
  } catch (error) {
    if (error instanceof ApiError && error.code === "ERR_JOB_STOPPED") return changeWork(work.id, { state: "stopped" });
    toasts.error(toErrorText(error));
  } finally {
    sessionStorage.removeItem(RUNNING_KEY);
  }
  dropWork(work.id);
}

interface Begun extends Pick<ManyWork, "kind" | "ticketIds" | "fields"> {
  /** The sentence when all of it is done. */
  readonly toDone: (view: TicketsDoneView) => string;
}

/** Does something to many tickets after the delay of a closing, also when the person leaves the inbox; reading waits for nothing (D-503). */
export function beginWork({ toDone, ...begun }: Begun): void {
  lastId += 1;
  const work: ManyWork = { ...begun, id: lastId, state: "waits", endsAt: Date.now() + CLOSE_DELAY_MS, view: null };
  setWorks([...works, work]);
  if (work.kind === "read") void run(work, toDone);
  else
    timers.set(
      work.id,
      setTimeout(() => void run(work, toDone), CLOSE_DELAY_MS),
    );
}

/** What is done to many tickets now, and what has ended and was not read yet. */
export const useWorks = (): readonly ManyWork[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => works,
  );
