import { readVcard } from "@balcao/domain/contacts";
import { searchedText } from "@balcao/domain/texts";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { MOST_REPORT_ROWS, type ReportWords } from "@balcao/contracts/reports";
import { getContactRow } from "@balcao/database/contacts";
import { countContactTickets, countMessageLines, listMessageLines, type MessageLine, type ReportPlace } from "@balcao/database/reports";
import { historyFor } from "../../inbox/tickets/index.js";
import { checkWaiting, toColumns, type ReportScene } from "./reportInput.js";
import type { ReportPlan } from "./reportPlan.js";

const BATCH = 1_000;
/** Types whose body is data; their word is shown instead, with the name that the data has. */
const DATA: Readonly<Partial<Record<MessageLine["type"], keyof ReportWords["kinds"]>>> = {
  location: "location",
  locationMessage: "location",
  vcard: "contact",
  contacts: "contact",
  sticker: "sticker",
  call_log: "call",
};

/**
 * The conversation of a contact in the order of time, as far as the person may see it; comments and
 * deleted texts are left out (D-213).
 */
export async function planMessageReport(scene: ReportScene): Promise<ReportPlan> {
  const { services, ctx, filter, read, words } = scene;
  const contactId = await accessConversations(scene);
  const { condition, from, until } = filter;
  const conversation = { contactId, condition, history: historyFor(services, ctx), from, until };
  return {
    total: await read((sql) => countMessageLines(sql, conversation, MOST_REPORT_ROWS)),
    layout: "portrait",
    columns: toColumns(words, [
      ["time", 76],
      ["sender", 96],
      ["text", 270],
      ["file", 92],
    ]),
    filters: ["contact"],
    batches: async function* () {
      let place: ReportPlace | null = null;
      for (let left = MOST_REPORT_ROWS; left > 0; left -= BATCH) {
        checkWaiting(scene);
        const [after, limit] = [place, Math.min(BATCH, left)];
        const lines: MessageLine[] = await read((sql) => listMessageLines(sql, conversation, after, limit));
        yield lines.map((line) => toRow(scene, line));
        const last = lines.at(-1);
        if (!last || lines.length < BATCH) return;
        place = { at: last.sentAt, id: last.id };
      }
    },
    toTotals: (rows) => [["message", rows]],
    toChart: () => null,
  };
}

/** The contact, if the person may open one of its tickets or it has none. */
async function accessConversations({ services, input, filter }: ReportScene): Promise<number> {
  const { contactId } = input;
  if (contactId === null) throw invalidField("contactId", "required", "Preencha o campo de contato");
  if (!(await getContactRow(services.database.sql, contactId))) throw new AppError("ERR_NO_CONTACT_FOUND");
  const tickets = await countContactTickets(services.database.sql, contactId, filter.condition);
  if (tickets.all > 0 && tickets.seen === 0) throw new AppError("ERR_NO_PERMISSION");
  return contactId;
}

function toRow({ words, write }: ReportScene, line: MessageLine): string[] {
  const { type, body, isDeleted, fileName } = line;
  const author = line.fromMe ? (line.userId === null ? "BOT" : write.user(line.userId)) : (line.contactName ?? "");
  const text = isDeleted ? words.deletedMessage : textOf(words, { type, body });
  return [write.moment(line.sentAt), author === "" ? "–" : author, text, fileName ?? ""];
}

function textOf({ kinds }: ReportWords, { type, body }: Pick<MessageLine, "type" | "body">): string {
  const kind = DATA[type];
  if (kind === undefined) return body;
  const name = kind === "location" ? searchedText({ type, body }) : kind === "contact" ? (readVcard(body)?.name ?? "") : "";
  return name === "" ? kinds[kind] : `${kinds[kind]}: ${name}`;
}
