import { covers, narrowed } from "@balcao/domain/apiTokens";
import { OUTSIDE_OBSTACLES, type OutsideObstacle } from "@balcao/contracts/messages";
import { windowUntil } from "@balcao/domain/messages";
import { getApiToken } from "@balcao/database/apiTokens";
import { isOptedOut } from "@balcao/database/contacts";
import { getLastInboundAt } from "@balcao/database/messages";
import {
  cancelOutside,
  listOutsideAnswers,
  lockNextOutside,
  lockOutside,
  releaseOutside,
  type WaitingOutside,
} from "@balcao/database/outsideSends";
import { takeTurn } from "@balcao/database/sendRuns";
import { lockTicketOfMessage, raiseTicketVersion, type LockedTicket } from "@balcao/database/tickets";
import { openDirectory, toActor, type DirectorySnapshot } from "../../ground/directory/index.js";
import { inUnit, type Services, type Unit } from "../../ground/kernel/index.js";
import { followPreview, mayOnTicket, recordTicketChange } from "../../inbox/tickets/index.js";

/** Whoever waits longer does not expect it any more. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

/** The call that a program made, as the areas of its token know it. */
const NEED = { area: "conversations", level: "write" } as const;

/**
 * Lets the messages of programs go that wait for no turn of these connections, each judged now (D-651). One that cannot be judged stops
 * no other. Returns how many were decided about.
 */
export async function passOutsideAnswers(services: Services, connectionIds: readonly number[]): Promise<number> {
  let decided = 0;
  for (const id of await listOutsideAnswers(services.database.sql, connectionIds))
    try {
      if (await inUnit(services, (unit) => passOne(unit, services, id))) decided += 1;
    } catch (error) {
      services.logger.error({ err: error, outsideSendId: id }, "a message of a program could not be let go; the next pass tries again");
    }
  return decided;
}

async function passOne(unit: Unit, services: Services, id: number): Promise<boolean> {
  const waiting = await lockOutside(unit, id);
  if (!waiting) return false;
  if (!(await cancelForbidden(unit, services, waiting))) await releaseOutside(unit, id);
  return true;
}

/** Decides about the first paced message of a program at a connection, at its turn; null where none waits. */
export async function passFirstOutside(
  unit: Unit,
  services: Services,
  connectionId: number,
): Promise<"handed" | "skipped" | "none" | null> {
  const waiting = await lockNextOutside(unit, connectionId);
  if (!waiting) return null;
  if (await cancelForbidden(unit, services, waiting)) return "skipped";
  if (!(await takeTurn(unit, connectionId))) return "none";
  await releaseOutside(unit, waiting.id);
  return "handed";
}

/** Cancels what may not leave any more, and says so at its messages. */
async function cancelForbidden(unit: Unit, services: Services, waiting: WaitingOutside): Promise<boolean> {
  const [messageId = 0] = waiting.messageIds;
  const ticket = await lockTicketOfMessage(unit, messageId);
  const obstacle = ticket ? await findObstacle(unit, services, waiting, ticket) : "right";
  if (obstacle === null) return false;
  const cancelled = await cancelOutside(unit, waiting.id, { ...OUTSIDE_OBSTACLES[obstacle], title: "", details: "" });
  services.logger.info({ messageId, ticketId: ticket?.id, obstacle }, "a message of a program was cancelled before it left");
  if (!ticket || cancelled.length === 0) return true;
  await followPreview(unit, ticket.id, cancelled);
  await recordTicketChange(unit, ticket, await raiseTicketVersion(unit, ticket.id), { updated: cancelled });
  return true;
}

async function findObstacle(
  unit: Unit,
  services: Services,
  waiting: WaitingOutside,
  ticket: LockedTicket,
): Promise<OutsideObstacle | null> {
  const { directory } = services;
  // A process may learn of a right up to five seconds late, and must not stop on the word of that memory.
  const isRefused = async (snapshot: DirectorySnapshot) => !(await mayStillWrite(unit, services, snapshot, { waiting, ticket }));
  if ((await isRefused(directory.current())) && (await isRefused((await openDirectory(unit)).current()))) return "right";
  if (services.clock.now().getTime() - waiting.createdAt.getTime() > LONGEST_WAIT_MS) return "late";
  if (await isOptedOut(unit, ticket.contactId)) return "optedOut";
  if (!waiting.needsWindow) return null;
  const last = await getLastInboundAt(unit, ticket.contactId, waiting.connectionId);
  return last !== null && windowUntil(last) > services.clock.now() ? null : "windowClosed";
}

/** Whether the token lives and whoever sent it may write in the ticket, by the rights of this moment. */
async function mayStillWrite(
  unit: Unit,
  services: Services,
  snapshot: DirectorySnapshot,
  { waiting, ticket }: { readonly waiting: WaitingOutside; readonly ticket: LockedTicket },
): Promise<boolean> {
  const owner = toActor(snapshot, waiting.userId);
  if (!owner?.active) return false;
  const place = { ...services, directory: { ...services.directory, current: () => snapshot } };
  if (waiting.tokenId === null) return mayOnTicket(place, { actor: owner }, "ticket:write", ticket);
  const token = await getApiToken(unit, waiting.tokenId);
  if (!token || token.revokedAt !== null || (token.expiresAt !== null && token.expiresAt <= services.clock.now())) return false;
  if (!covers(token, NEED) || (token.installation && owner.profile !== "admin")) return false;
  const actor = narrowed(owner, token, [...snapshot.queues.keys()]);
  return mayOnTicket(place, { actor }, "ticket:write", ticket);
}
