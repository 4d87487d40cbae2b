import { CAPABILITIES } from "@balcao/domain/connections";
import { windowUntil } from "@balcao/domain/messages";
import { findValueFaults } from "@balcao/domain/templates";
import { getFile } from "@balcao/database/files";
import { getLastInboundAt } from "@balcao/database/messages";
import type { SendContents } from "@balcao/database/sendRuns";
import { toFileContent } from "../files/index.js";
import type { Services, Unit } from "../kernel/index.js";
import { TEXT_TYPES, type Destination, type OutgoingContent } from "../outgoing/index.js";
import { toTemplateContent } from "../templates/index.js";

/** Why a recipient gets no message although there is an address. */
type ContentObstacle = "windowClosed" | "templateValue" | "fileTooLarge" | "fileGone";

interface Recipient {
  readonly contactId: number;
  readonly to: Destination;
  /** How many messages of several are still to come; 0 before the first one. */
  readonly partsLeft: number;
  /** Fills the placeholders of a text for the recipient. */
  readonly fill: (text: string) => string;
}

/** The next message of a recipient, and how many follow it. */
interface NextContent {
  readonly content: OutgoingContent;
  readonly partsLeft: number;
}

/**
 * What a recipient gets next: the text, or one of the files, the first with the text as its caption.
 * Where the network accepts no free text now, the run's template instead [D-251].
 */
export async function nextContent(
  unit: Unit,
  services: Services,
  run: SendContents,
  { contactId, to, partsLeft, fill }: Recipient,
): Promise<NextContent | ContentObstacle> {
  if (!(await acceptsTexts(unit, services, to, contactId))) return templateContent(run, fill);
  const { fileIds, message } = run;
  const at = partsLeft === 0 ? 0 : fileIds.length - partsLeft;
  const fileId = fileIds[at];
  if (fileId === undefined) return { content: textContent(to, fill(message)), partsLeft: 0 };
  const file = await getFile(unit, fileId);
  if (!file) return "fileGone";
  if (file.size > CAPABILITIES[to.api].uploadLimitBytes) return "fileTooLarge";
  return { content: toFileContent(file, { body: at === 0 ? fill(message) : "" }), partsLeft: fileIds.length - at - 1 };
}

const textContent = ({ api }: Destination, body: string): OutgoingContent => ({
  type: TEXT_TYPES[api],
  body,
  quotedId: null,
  fileId: null,
  media: null,
});

function templateContent({ template: chosen }: SendContents, fill: (text: string) => string): NextContent | ContentObstacle {
  if (chosen === null) return "windowClosed";
  const values = chosen.values.map(fill);
  if (findValueFaults(values).some((rule) => rule !== null)) return "templateValue";
  return { content: toTemplateContent(chosen.template, values), partsLeft: 0 };
}

async function acceptsTexts(unit: Unit, services: Services, { api, connectionId }: Destination, contactId: number): Promise<boolean> {
  if (!CAPABILITIES[api].window24h) return true;
  const last = await getLastInboundAt(unit, contactId, connectionId);
  return last !== null && windowUntil(last) > services.clock.now();
}
