import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { clock } from "./openLoop.mjs";

const ASK_AGAIN_MS = 500;
/** The longest time without an api, in tries. */
const TRIES = 60;

/** Customers write `perSecond` texts through the numbers of a simulated WuzAPI, which `gateway()` returns, until `isOver()`. */
export async function writeAsCustomers({ gateway, ledger, random, perSecond, customers, isOver }) {
  const begin = clock();
  for (let key = 0; !isOver(); key += 1) {
    await sleep(Math.max(0, begin + (key * 1_000) / perSecond - clock()));
    const { control } = gateway();
    const tokens = control.state().users.map(({ token }) => token);
    const customer = random.below(customers);
    ledger.said(key, clock());
    control.inbound({
      token: tokens[customer % tokens.length],
      from: `5511${900_000_000 + customer}`,
      text: `#${key}# Bom dia, tudo bem?`,
    });
  }
}

/**
 * Accepts tickets that wait, answers in open ones, and resolves each after some answers. What was cut or not possible just then is asked again under its
 * key. `isOurs` chooses tickets; by default all.
 */
export async function answerAsTeam({ call, ledger, random, perSecond, isOver, isOurs = () => true }) {
  const begin = clock();
  for (let key = 0; !isOver(); key += 1) {
    await sleep(Math.max(0, begin + (key * 1_000) / perSecond - clock()));
    const status = key % 3 === 0 ? "pending" : "open";
    const list = await call("GET", `/tickets?status=${status}&showAll=true`).catch(() => null);
    const tickets = (list?.tickets ?? []).filter(isOurs);
    if (tickets.length === 0) continue;
    const ticket = random.pick(tickets);
    if (status === "pending") await call("PUT", `/tickets/${ticket.id}`, { status: "open", userId: 1 }).catch(() => undefined);
    else if (key % 7 === 0) await call("PUT", `/tickets/${ticket.id}`, { status: "closed", userId: 1 }).catch(() => undefined);
    else await say({ call, ledger, ticketId: ticket.id, key });
  }
}

async function say({ call, ledger, ticketId, key }) {
  const headers = { "Idempotency-Key": randomUUID() };
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await call("POST", `/messages/${ticketId}`, { body: `>${key}< Já vejo isso para você.` }, headers).catch(() => null);
    // A refusal of the product is an answer: the ticket was closed meanwhile. Only what was cut or not possible just then is asked again.
    if (answer !== null && answer.code !== "ERR_UNAVAILABLE" && answer.error === undefined) return ledger.answered(key);
    if (answer !== null && answer.code !== "ERR_UNAVAILABLE") return;
    await sleep(ASK_AGAIN_MS);
  }
}
