import { dayBounds, formatDate, formatTime } from "@balcao/domain/calendar";
import { RATING_HEADERS, type RatingSummaryView, type RatingView } from "@balcao/contracts/ratings";
import { FileAnswer } from "@balcao/contracts/route";
import { countScores, listContactRatings as listRowsOfContact, listRatings as listRows, type RatingRow } from "@balcao/database/ratings";
import { SHEET_MIME, writeSheet } from "@balcao/platform/spreadsheets";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { presenterFor, type Presenter } from "../tickets/index.js";

/** Rows that one statement reads when all ratings of a period are asked for, and the most that an answer has. */
const STEP = 1_000;
const MOST = 50_000;

interface RatingFilterInput {
  readonly firstDate?: string | undefined;
  readonly lastDate?: string | undefined;
  readonly queueId?: number | undefined;
  readonly userId?: number | undefined;
  readonly whatsappId?: number | undefined;
}

interface RatingListInput extends RatingFilterInput {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/**
 * Lists the ratings of the days from the first to the last in the company's zone, newest first, for
 * administrators [API-101, D-209].
 */
export async function listRatings(services: Services, ctx: Ctx, input: RatingListInput): Promise<RatingView[]> {
  const { limit = MOST } = input;
  const filter = toFilter(services, input);
  const rows: RatingRow[] = [];
  let after = toPosition(input.cursor);
  while (rows.length < limit) {
    const size = Math.min(STEP, limit - rows.length);
    const step = await listRows(services.database.sql, { ...filter, after, limit: size });
    rows.push(...step);
    after = step.at(-1) ?? null;
    if (step.length < size) break;
  }
  const presenter = presenterFor(services, ctx);
  return rows.map((row) => toRatingView(row, presenter));
}

function toFilter({ directory }: Services, { firstDate, lastDate, queueId, userId, whatsappId }: RatingFilterInput) {
  const { timeZone } = directory.current().settings;
  return {
    from: firstDate ? dayBounds(firstDate, timeZone).from : null,
    until: lastDate ? dayBounds(lastDate, timeZone).until : null,
    queueId: queueId ?? null,
    userId: userId ?? null,
    connectionId: whatsappId ?? null,
  };
}

const SCORES = [1, 2, 3, 4, 5];

/** Their average, and how many gave each score (added) [D-357]. */
export async function summarizeRatings(services: Services, _ctx: Ctx, input: RatingFilterInput): Promise<RatingSummaryView> {
  const rows = await countScores(services.database.sql, toFilter(services, input));
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const total = rows.reduce((sum, row) => sum + row.rate * row.count, 0);
  return {
    count,
    average: count === 0 ? null : total / count,
    scores: SCORES.map((rate) => ({ rate, count: rows.find((row) => row.rate === rate)?.count ?? 0 })),
  };
}

/** The ratings as a spreadsheet, newest first (added) [D-357]. */
export async function exportRatings(services: Services, ctx: Ctx, input: RatingFilterInput): Promise<FileAnswer> {
  const rows = await listRatings(services, ctx, input);
  await command(services, ctx, () =>
    Promise.resolve({ audit: { action: "report.ratings", description: `${rows.length} ratings` }, result: null }),
  );
  const { timeZone } = services.directory.current().settings;
  const toCells = ({ rate, contact, user, whatsapp, ticketId, createdAt }: RatingView): string[] => [
    formatDate(new Date(createdAt), timeZone),
    formatTime(new Date(createdAt), timeZone),
    String(rate),
    contact.name,
    contact.number ?? "",
    user?.name ?? "",
    whatsapp?.name ?? "",
    String(ticketId),
  ];
  return new FileAnswer("avaliacoes.xlsx", SHEET_MIME, writeSheet([RATING_HEADERS, ...rows.map(toCells)]), rows.length);
}

interface ContactRatingsInput {
  readonly contactId: number;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Lists a page of the ratings of a contact's tickets, newest first, for administrators. */
export async function listContactRatings(
  services: Services,
  ctx: Ctx,
  { contactId, limit, cursor }: ContactRatingsInput,
): Promise<RatingView[]> {
  const rows = await listRowsOfContact(services.database.sql, contactId, { after: toPosition(cursor), limit });
  const presenter = presenterFor(services, ctx);
  return rows.map((row) => toRatingView(row, presenter));
}

function toPosition(cursor: string | undefined): Pick<RatingRow, "ratedAt" | "id"> | null {
  if (!cursor) return null;
  const [at = "", id = ""] = cursor.split("~");
  return { ratedAt: new Date(at), id: Number(id) };
}

function toRatingView(row: RatingRow, { directory, fileUrl }: Presenter): RatingView {
  const user = row.userId === null ? undefined : directory.users.get(row.userId);
  const connection = row.connectionId === null ? undefined : directory.connections.get(row.connectionId);
  return {
    id: row.id,
    rate: row.rate,
    userId: row.userId,
    user: user ? { id: user.id, name: user.name } : null,
    contact: {
      id: row.contactId,
      name: row.contactName,
      number: row.contactNumber,
      profilePicUrl: row.contactPictureFileId === null ? null : fileUrl(row.contactPictureFileId),
    },
    ticketId: row.ticketId,
    whatsapp: connection ? { id: connection.id, name: connection.name } : null,
    createdAt: row.ratedAt.toISOString(),
  };
}
