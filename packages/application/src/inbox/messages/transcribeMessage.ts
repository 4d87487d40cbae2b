import { buffer } from "node:stream/consumers";
import { cleanText } from "@balcao/domain/texts";
import { AppError } from "@balcao/contracts/errors";
import type { TranscriptionView } from "@balcao/contracts/messages";
import { getFile, type FileRow } from "@balcao/database/files";
import { getMessageRows, setMessageTranscription, type MessageRow } from "@balcao/database/messages";
import { LONGEST_SOUND_BYTES } from "@balcao/platform/ai";
import { askAi } from "../ai/index.js";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { convertToM4a } from "../media/index.js";
import { accessTicket, accessTicketRow, seesMessage } from "../tickets/index.js";
import { readMessageView, recordMessageChange } from "./accessMessage.js";

const LONGEST = 20_000;

/** How AI servers name the formats that they read. */
const ENDINGS: Readonly<Record<string, string>> = {
  "audio/ogg": "ogg",
  "audio/mpeg": "mp3",
  "audio/mp4": "m4a",
  "audio/wav": "wav",
  "audio/vnd.wave": "wav",
  "audio/webm": "webm",
  "audio/flac": "flac",
  "audio/x-flac": "flac",
};

/**
 * Writes what is said in an audio message [CONV-035, API-026]; it stays with the
 * message, and is asked for once. Throws ERR_AI_NO_AUDIO for a message without a sound.
 */
export async function transcribeMessage(
  services: Services,
  ctx: Ctx,
  { messageId }: { readonly messageId: number },
): Promise<TranscriptionView> {
  const [row] = await getMessageRows(services.database.sql, [messageId]);
  if (!row) throw new AppError("ERR_FETCH_WAPP_MSG");
  const { ticketId } = row;
  await accessTicketRow(services, ctx, ticketId);
  if (!seesMessage(services, ctx, row)) throw new AppError("ERR_FETCH_WAPP_MSG");
  if (row.transcription === null || row.isDeleted) {
    const text = await hear(services, ctx, row);
    await command(services, ctx, async (unit) => {
      const ticket = await accessTicket(unit, services, ctx, { ticketId, rule: "ticket:open" });
      if (!(await setMessageTranscription(unit, messageId, text))) return { audit: "unchanged", result: null };
      await recordMessageChange(unit, ticket, messageId);
      return { audit: { action: "message.transcribe", ticketId, contactId: ticket.contactId, messageId }, result: null };
    });
  }
  const message = await readMessageView(services, ctx, messageId);
  return { transcription: message.transcription ?? "", message };
}

async function hear(services: Services, ctx: Ctx, { id, type, isDeleted, fileId, mediaState }: MessageRow): Promise<string> {
  const file = fileId === null ? null : await getFile(services.database.sql, fileId);
  if (type !== "audio" || isDeleted || mediaState !== "ready" || !file) throw new AppError("ERR_AI_NO_AUDIO");
  const ai = services.ai?.server.transcribes === true ? services.ai : null;
  const heard = await askAi(services, ctx, { offered: ai, about: `message ${String(id)}` }, async (asked) => {
    const sound = await toReadable(services, file);
    const { stream } = await services.files.open(sound.path);
    return asked.transcribe({ bytes: await buffer(stream), ...sound }, ctx.signal);
  });
  return cleanText(heard).slice(0, LONGEST);
}

/** The file itself, or its M4A version where AI servers do not read its format. */
async function toReadable(
  services: Services,
  file: FileRow,
): Promise<{ readonly path: string; readonly mime: string; readonly fileName: string }> {
  const ending = ENDINGS[file.mime];
  if (file.size > LONGEST_SOUND_BYTES) throw new AppError("ERR_AI_TOO_LONG");
  if (ending !== undefined) return { path: file.path, mime: file.mime, fileName: `audio.${ending}` };
  const made = await convertToM4a(services, file);
  if (!made) throw new AppError("ERR_AI_NO_AUDIO");
  return { path: made.path, mime: made.mime, fileName: "audio.m4a" };
}
