import { listFiles } from "@balcao/database/files";
import type { ClaimedSend, SendResultRow } from "@balcao/database/outbox";
import type { Capabilities } from "@balcao/domain/connections";
import type { OutboundFile, OutboundMessage, SendOutcome } from "@balcao/domain/messages";
import { lossOf } from "@balcao/domain/plan";
import { filesOfSent, readSentTemplate } from "@balcao/domain/templates";
import { FileError } from "@balcao/platform/files";
import { withLogContext } from "@balcao/platform/logger";
import { recordSendOutcome, SESSION_WAKE, type Services } from "../../ground/kernel/index.js";
import { pause } from "./pause.js";
import type { ResultBatch } from "./resultBatch.js";
import { ruleOf, type SendingConnection } from "./sendingConnection.js";
import { isGatewayAway, STORE_AWAY_CODE, toResultRow } from "./sendOutcome.js";
import type { TokenBucket } from "./tokenBucket.js";
import { toOutbound } from "./toOutbound.js";

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

/** The files of a row on this machine, until they are given back. */
interface LentFiles {
  readonly path: string | null;
  /** Those of a template: the one of its header, or those of its cards. */
  readonly ofTemplate: readonly OutboundFile[];
  readonly giveBack: () => Promise<void>;
}

const NO_FILES: LentFiles = { path: null, ofTemplate: [], giveBack: () => Promise.resolve() };

/**
 * Borrows the files of a row. Those that do not come in time are no part of this hand-off, which
 * would otherwise be taken for a lost one while it goes on.
 */
async function borrowFiles(services: Services, row: ClaimedSend, limitMs: number): Promise<LentFiles | SendOutcome> {
  const borrowing = row.type === "template" ? borrowOfTemplate(services, row) : borrowOne(services, row);
  const late = new AbortController();
  try {
    const files = await Promise.race([borrowing, pause(limitMs, null, late)]);
    if (files) return files;
    borrowing.then(({ giveBack }) => giveBack()).catch(() => undefined);
    return STORE_AWAY;
  } catch (error) {
    if (error instanceof FileError) return FILE_GONE;
    services.logger.warn({ err: error }, "the file of a message could not be read; the message is tried again");
    return STORE_AWAY;
  } finally {
    late.abort();
  }
}

async function borrowOne({ files }: Services, { filePath }: ClaimedSend): Promise<LentFiles> {
  return filePath === null ? NO_FILES : { ...(await files.borrow(filePath)), ofTemplate: [] };
}

/** All files of a template or none; one without a row is left out, and the template is not sent without it. */
async function borrowOfTemplate(services: Services, { details }: ClaimedSend): Promise<LentFiles> {
  const sent = readSentTemplate(details);
  const ids = sent ? [...new Set(filesOfSent(sent))] : [];
  if (ids.length === 0) return NO_FILES;
  const returns: (() => Promise<void>)[] = [];
  const giveBack = async (): Promise<void> => void (await Promise.all(returns.map((each) => each())));
  try {
    const ofTemplate: OutboundFile[] = [];
    for (const { id, path: stored, mime, originalName, size } of await listFiles(services.database.sql, ids)) {
      const file = await services.files.borrow(stored);
      returns.push(file.giveBack);
      ofTemplate.push({ id, path: file.path, mime, fileName: originalName, size });
    }
    return { path: null, ofTemplate, giveBack };
  } catch (error) {
    await giveBack();
    throw error;
  }
}

const FILE_GONE: SendOutcome = {
  state: "refused",
  retry: false,
  retryAfterMs: null,
  error: { code: "ERR_WAPP_DOWNLOAD_MEDIA", title: "", message: "The file is gone", details: "" },
};

const STORE_AWAY: SendOutcome = {
  state: "refused",
  retry: true,
  retryAfterMs: null,
  error: { code: STORE_AWAY_CODE, title: "", message: "The storage of files cannot be used", details: "" },
};

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
