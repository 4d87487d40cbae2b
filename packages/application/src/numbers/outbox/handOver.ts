import type { Capabilities } from "@balcao/domain/connections";
import type { OutboundMessage, SendOutcome } from "@balcao/domain/messages";
import { lossOf } from "@balcao/domain/plan";
import type { ClaimedSend, SendResultRow } from "@balcao/database/outbox";
import { withLogContext } from "@balcao/platform/logger";
import { recordSendOutcome, SESSION_WAKE, type Services } from "../../ground/kernel/index.js";
import { borrowFiles, FILE_GONE, type LentFiles } from "./borrowFiles.js";
import { pause } from "./pause.js";
import type { ResultBatch } from "./resultBatch.js";
import { ruleOf, type SendingConnection } from "./sendingConnection.js";
import { isGatewayAway, toResultRow } from "./sendOutcome.js";
import { toOutbound } from "./toOutbound.js";
import type { TokenBucket } from "./tokenBucket.js";

/** What a connection is sending now. */
export interface Dispatching {
  readonly services: Services;
  readonly connection: SendingConnection;
  readonly limits: Capabilities;
  readonly bucket: TokenBucket;
  readonly results: ResultBatch;
  inFlight: number;
  /** Of these, the ones with a file. */
  heavyInFlight: number;
  /** Results that wait to be written. */
  unwritten: number;
}

/** Hands one claimed row to its connector, and adds the outcome to the results. */
export function handOver(state: Dispatching, row: ClaimedSend): Promise<void> {
  const context = { connectionId: state.connection.connectionId, messageId: row.messageId, outboxId: row.id };
  return withLogContext(context, () => handOverRow(state, row));
}

/** A row whose hand-off has begun. The database's clock may differ from that of this process, by which its age is counted from now on. */
type HandedSend = ClaimedSend & { readonly firstHandedAt: Date };

async function handOverRow(state: Dispatching, claimed: ClaimedSend): Promise<void> {
  const startedAt = state.services.clock.now().getTime();
  const row: HandedSend = { ...claimed, firstHandedAt: new Date(startedAt - claimed.firstHandedMsAgo) };
  state.inFlight += 1;
  if (row.heavy) state.heavyInFlight += 1;
  const { answerLimitMs } = ruleOf(state.connection, row);
  const began = performance.now();
  const files = await borrowFiles(state.services, row, answerLimitMs / 2);
  if ("state" in files) return finish(state, row, files);
  const message = read(state, row, files);
  if ("state" in message) {
    await files.giveBack();
    return finish(state, row, message);
  }
  const answer = sendBorrowed(state, message, files.giveBack);
  const silent = new AbortController();
  const outcome = await Promise.race([answer, pause(answerLimitMs - (performance.now() - began), NO_ANSWER, silent)]);
  // Without a reason, each abort makes an exception with its stack.
  silent.abort(ANSWERED);
  finish(state, row, outcome);
  traceHandOver(state, row, { startedAt, outcome });
  if (outcome === NO_ANSWER) await addLateAnswer(state, row, answer);
}

async function sendBorrowed(state: Dispatching, message: OutboundMessage, giveBack: () => Promise<void>): Promise<SendOutcome> {
  try {
    return await send(state, message);
  } finally {
    await giveBack();
  }
}

/** An answer after the limit still proves that the message was sent. */
async function addLateAnswer(state: Dispatching, row: ClaimedSend, answer: Promise<SendOutcome>): Promise<void> {
  const late = await answer;
  if (late.state === "sent")
    addResult(state, row, { id: row.id, state: "sent", externalId: late.externalId, delayMs: 0, error: null, doubted: true });
}

function finish(state: Dispatching, row: HandedSend, outcome: SendOutcome): void {
  const { services, connection } = state;
  state.inFlight -= 1;
  if (row.heavy) state.heavyInFlight -= 1;
  recordSendOutcome(services, connection.api, { outcome, firstHandedAt: row.firstHandedAt });
  logOutcome(services, row, outcome);
  // The session's keeper asks for its status now; nothing is handed over until it is connected
  // again.
  if (isGatewayAway(outcome)) services.waker.signal(SESSION_WAKE.send(connection.connectionId));
  addResult(state, row, toResultRow(row, outcome, ruleOf(connection, row), services.clock.now()));
}

/** Adds a result, which is written soon. */
function addResult(state: Dispatching, { attempt }: ClaimedSend, result: SendResultRow): void {
  const { connectionId, epoch } = state.connection;
  const { ackAtAnswer, chosenId, sendTimeoutMs } = state.limits;
  state.unwritten += 1;
  void state.results.write({ ...result, attempt, connectionId, epoch, ackAtAnswer, chosenId, sendTimeoutMs }).then(() => {
    state.unwritten -= 1;
  });
}

/** A try that sent the message is the parent of its acks; others are spans of their own. */
function traceHandOver({ services, connection }: Dispatching, row: ClaimedSend, call: { startedAt: number; outcome: SendOutcome }): void {
  const { tracing, clock } = services;
  if (tracing === null) return;
  const sent = call.outcome.state === "sent";
  const subject = `message:${row.messageId}` as const;
  const queued = tracing.refOf(subject, "queued");
  tracing.record({
    name: "message handed over",
    kind: "client",
    ref: sent ? tracing.refOf(subject, "handed") : tracing.newRef(queued.traceId),
    parent: queued,
    startedAt: call.startedAt,
    endedAt: clock.now().getTime(),
    attributes: {
      "balcao.message.id": row.messageId,
      "balcao.connection.id": connection.connectionId,
      "balcao.connector": connection.api,
      "balcao.attempt": row.attempt,
      "balcao.outcome": call.outcome.state,
      ...(call.outcome.state !== "sent" && { "error.type": String(call.outcome.error.code ?? "unknown") }),
    },
    hasFailed: !sent,
  });
}

/** The network's own texts are left out, because they may quote the message. */
function logOutcome({ logger }: Services, { ticketId, attempt, externalId }: ClaimedSend, outcome: SendOutcome): void {
  const sent = outcome.state === "sent";
  const facts = { ticketId, attempt, externalId: sent ? (outcome.externalId ?? externalId) : externalId, outcome: outcome.state };
  if (sent) logger.info(facts, "a message was handed over");
  else logger.warn({ ...facts, code: outcome.error.code }, "a message was not handed over");
}

/** A row that cannot be converted, or would arrive without its words, was certainly not sent, and blocks no other. */
function read({ services, connection }: Dispatching, row: ClaimedSend, files: LentFiles): OutboundMessage | SendOutcome {
  try {
    const message = toOutbound(row, files.path, files.ofTemplate);
    const loss = message && lossOf(connection.api, message.content);
    return loss ? notCarried(loss) : (message ?? FILE_GONE);
  } catch (error) {
    services.logger.error({ err: error, connectionId: connection.connectionId, outboxId: row.id }, "a message to send could not be read");
    return UNREADABLE;
  }
}

/** A connector that throws instead of answering may have sent the message. */
async function send({ services, connection }: Dispatching, message: OutboundMessage): Promise<SendOutcome> {
  try {
    return await connection.send(message);
  } catch (error) {
    services.logger.error({ err: error, connectionId: connection.connectionId, outboxId: message.outboxId }, "a connector failed");
    return NO_ANSWER;
  }
}

const UNREADABLE: SendOutcome = {
  state: "refused",
  retry: false,
  retryAfterMs: null,
  error: { code: "ERR_CREATING_MESSAGE", title: "", message: "The message could not be read", details: "" },
};

const notCarried = (code: string): SendOutcome => ({
  state: "refused",
  retry: false,
  retryAfterMs: null,
  error: { code, title: "", message: "The network does not bring the message as it is", details: "" },
});

const ANSWERED = "answered";

const NO_ANSWER: SendOutcome = {
  state: "unknown",
  error: { code: "ERR_GATEWAY_TIMEOUT", title: "", message: "The gateway did not answer in time", details: "" },
};
