import { AppError } from "@balcao/contracts/errors";
import type { TemplateChoice } from "@balcao/contracts/templates";
import { getFile, listFiles } from "@balcao/database/files";
import { getLastInboundAt } from "@balcao/database/messages";
import type { SendContents } from "@balcao/database/sendRuns";
import { CAPABILITIES } from "@balcao/domain/connections";
import { windowUntil } from "@balcao/domain/messages";
import { fieldsOf, findValueFaults, type TemplateWithValues } from "@balcao/domain/templates";
import type { Ctx, Services, Unit } from "../../ground/kernel/index.js";
import { toContents, type Destination, type OutgoingContent } from "../../inbox/outgoing/index.js";
import { accessTemplateConnection, chooseTemplate, readTemplateValues, toTemplateContent } from "../../inbox/templates/index.js";

/** Why a recipient gets no message although there is an address. */
type ContentObstacle = "windowClosed" | "templateValue" | "fileTooLarge" | "fileRefused" | "fileGone";

interface Recipient {
  readonly contactId: number;
  readonly to: Destination;
  /** How many messages of several are still to come; 0 before the first one. */
  readonly partsLeft: number;
  /** These messages, as they were planned with the first one; null where they are not known. */
  readonly parts: readonly unknown[] | null;
  /** Fills the placeholders of a text for the recipient. */
  readonly fill: (text: string) => string;
}

/** The next message of a recipient, and those that follow it. */
interface NextContent {
  readonly content: OutgoingContent;
  readonly rest: readonly OutgoingContent[];
}

/**
 * What a recipient gets next: the text and the files as the plan of its network has them. Where
 * the network accepts no free text now, the run's template instead.
 */
export async function nextContent(
  unit: Unit,
  services: Services,
  run: SendContents,
  recipient: Recipient,
): Promise<NextContent | ContentObstacle> {
  const { contactId, to, fill } = recipient;
  if (!(await acceptsTexts(unit, services, to, contactId))) return templateContent(run, fill);
  const planned = await planParts(unit, run, recipient);
  if (typeof planned === "string") return planned;
  const [content, ...rest] = planned;
  if (!content) throw new Error("a run has a text or a file");
  // A first part was planned with its file.
  const isKnown = recipient.partsLeft === 0 || content.fileId === null;
  return isKnown || (await getFile(unit, content.fileId)) ? { content, rest } : "fileGone";
}

/**
 * The messages that are still to come. They are planned once, because the placeholders of a text may be
 * filled differently the next time.
 */
async function planParts(
  unit: Unit,
  { fileIds, message }: SendContents,
  { to, partsLeft, parts, fill }: Recipient,
): Promise<readonly OutgoingContent[] | ContentObstacle> {
  if (partsLeft > 0 && parts !== null) return parts as readonly OutgoingContent[];
  const files = fileIds.length === 0 ? [] : await listFiles(unit, fileIds);
  const ordered = fileIds.flatMap((id) => files.find((file) => file.id === id) ?? []);
  if (ordered.length < fileIds.length) return "fileGone";
  if (ordered.some(({ size }) => size > CAPABILITIES[to.api].uploadLimitBytes)) return "fileTooLarge";
  try {
    const all = toContents(to.api, { text: fill(message), files: ordered });
    return partsLeft === 0 ? all : all.slice(-partsLeft);
  } catch (error) {
    if (error instanceof AppError) return "fileRefused";
    throw error;
  }
}

function templateContent({ template: chosen }: SendContents, fill: (text: string) => string): NextContent | ContentObstacle {
  if (chosen === null) return "windowClosed";
  const values = chosen.values.map(fill);
  if (findValueFaults(fieldsOf(chosen.template), values).some((rule) => rule !== null)) return "templateValue";
  return { content: toTemplateContent(chosen.template, values), rest: [] };
}

/** Whether the network takes a text of ours for this contact now. */
export async function acceptsTexts(
  unit: Unit,
  services: Services,
  { api, connectionId }: Destination,
  contactId: number,
): Promise<boolean> {
  if (!CAPABILITIES[api].window24h) return true;
  const last = await getLastInboundAt(unit, contactId, connectionId);
  return last !== null && windowUntil(last) > services.clock.now();
}

interface ChosenFor {
  readonly connectionId: number | null;
  readonly choice: TemplateChoice | null;
  /** The files that the send has already. */
  readonly ownFiles?: readonly string[];
}

/**
 * Reads the template that a run sends to recipients outside of the 24-hour window from the account of
 * its connection, and checks its texts; null for none. It is kept as it is now, so that the
 * run needs no further question to the network.
 */
export async function readTemplate(
  services: Services,
  ctx: Ctx,
  { connectionId, choice, ownFiles = [] }: ChosenFor,
): Promise<TemplateWithValues | null> {
  if (choice === null) return null;
  const { name, language, version, values } = choice;
  const { id } = accessTemplateConnection(services, connectionId);
  const template = await chooseTemplate(services, ctx, id, {
    name,
    ...(language !== undefined && { language }),
    ...(version !== undefined && { version }),
  });
  return readTemplateValues(services, ctx, { template, values }, ownFiles);
}

/** The ids of the files of a run's template. */
export const filesOf = (chosen: TemplateWithValues | null | undefined): readonly string[] => (chosen?.files ?? []).map(({ id }) => id);
