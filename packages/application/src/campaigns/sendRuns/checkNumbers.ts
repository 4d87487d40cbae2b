import { CAPABILITIES } from "@balcao/domain/connections";
import type { PeerId } from "@balcao/domain/messages";
import { addContactAddresses } from "@balcao/database/contacts";
import {
  getNumberCheck,
  listUncheckedNumbers,
  setNumberChecks,
  takeCheckTurn,
  type NumberAnswer,
  type NumberCheck,
  type PacedRun,
  type UncheckedNumber,
} from "@balcao/database/sendRuns";
import type { GatewaySession } from "@balcao/gateways/port";
import { inUnit, type Services, type Unit } from "../../ground/kernel/index.js";

/** How many numbers one question of a connection may be about; 0 where none is asked. */
function mostAtOnce({ directory }: Services, connectionId: number): number {
  const { connections, settings } = directory.current();
  const api = connections.get(connectionId)?.api;
  return settings.checkNumbers && api ? CAPABILITIES[api].numberCheck : 0;
}

/** What the network said of the number of a mass send's recipient, where it is asked before a first message (D-410). */
export async function checkNumber(
  unit: Unit,
  services: Services,
  place: { readonly run: PacedRun; readonly connectionId: number; readonly contactId: number },
): Promise<NumberCheck> {
  const isAsked = place.run.scheduleId === null && mostAtOnce(services, place.connectionId) > 0;
  return isAsked ? getNumberCheck(unit, place.contactId) : "go";
}

/**
 * Asks the network about the numbers of the run's next recipients, at the connection's turn, and stores the answers. A network that
 * gives none is not asked about these for an hour, and they get their message.
 */
export async function askAboutNumbers(
  services: Services,
  session: Pick<GatewaySession, "checkNumbers">,
  { connectionId, runId }: { readonly connectionId: number; readonly runId: number },
): Promise<void> {
  const next = await inUnit(services, async (unit) => {
    if (!(await takeCheckTurn(unit, connectionId))) return [];
    const unchecked = await listUncheckedNumbers(unit, runId);
    await setNumberChecks(unit, new Map(unchecked.slice(0, mostAtOnce(services, connectionId)).map(({ phone }) => [phone, "asked"])));
    return unchecked;
  });
  const asked = next.slice(0, mostAtOnce(services, connectionId));
  if (asked.length === 0) return;
  let answers: ReadonlyMap<string, PeerId | null> = new Map();
  try {
    answers = (await session.checkNumbers?.(asked.map(({ phone }) => phone))) ?? answers;
  } catch (error) {
    services.logger.warn({ err: error, connectionId }, "the network did not say whether it has the numbers of a mass send");
  }
  // Where it said nothing at all, the next ones are not asked about either.
  await storeAnswers(services, answers.size === 0 ? next : asked, answers);
}

/** Stores the answers; a number that the network writes in another form has that one as an address, to which the message goes. */
async function storeAnswers(
  services: Services,
  numbers: readonly UncheckedNumber[],
  answers: ReadonlyMap<string, PeerId | null>,
): Promise<void> {
  await inUnit(services, async (unit) => {
    for (const { contactId, phone } of numbers) {
      const value = answers.get(phone)?.phone;
      if (value !== undefined && value !== phone) await addContactAddresses(unit, contactId, [{ connectionId: 0, kind: "phone", value }]);
    }
    await setNumberChecks(unit, new Map(numbers.map(({ phone }) => [phone, toAnswer(answers.get(phone))])));
  });
}

function toAnswer(peer: PeerId | null | undefined): NumberAnswer {
  if (peer === undefined) return "unanswered";
  return peer === null ? "missing" : "found";
}
