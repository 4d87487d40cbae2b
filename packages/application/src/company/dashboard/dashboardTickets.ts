import { isVisibleUser } from "../../ground/directory/index.js";
import { perQueue, workingTimeSplitter, type TimeSpan } from "@balcao/domain/calendar";
import type { TargetKind } from "@balcao/domain/targets";
import { TICKET_STATUSES } from "@balcao/domain/tickets";
import type { Figure, FigureTicketsView, FigureTicketView } from "@balcao/contracts/dashboard";
import { AppError } from "@balcao/contracts/errors";
import type { TicketListView } from "@balcao/contracts/tickets";
import { listFigureTicketPage, listTargetTicketPage, type FigureTicketRow } from "@balcao/database/dashboard";
import { listTicketsByRanges } from "@balcao/database/tickets";
import { readOld, type Ctx, type Services } from "../../ground/kernel/index.js";
import { presenterFor, ticketView, toShownRows } from "../../inbox/tickets/index.js";
import { toCreated } from "./dashboardNumbers.js";
import type { FigureFilter } from "./readFigures.js";

const PAGE_SIZE = 20;
/** Parts of a waiting or handling time that a row lists at most. */
const MOST_PARTS = 60;
/** Tickets of one agent that the dialog shows at most. */
const MOST_OPEN = 500;

type FigureTicketsInput = FigureFilter & {
  readonly figure: Figure;
  readonly contactId?: number | undefined;
  readonly hour?: number | undefined;
  readonly target?: TargetKind | undefined;
  readonly reason?: string | undefined;
  readonly cursor?: string | undefined;
};

/** The tickets that an agent attends now, in the shape of the inbox's lists [API-097, DASH-014]. */
export async function listAgentTickets(
  services: Services,
  ctx: Ctx,
  { userId, queueId }: { readonly userId: number; readonly queueId?: number | undefined },
): Promise<TicketListView> {
  const { users, universe } = services.directory.current();
  const user = users.get(userId);
  if (!user || !isVisibleUser(user, ctx.actor)) throw new AppError("ERR_NO_USER_FOUND");
  const { rows, count } = await listTicketsByRanges(services.database.sql, {
    bucket: "open",
    ranges: [{ queueKeys: queueId === undefined ? [0, ...universe.queueIds] : [queueId], userKeys: [userId] }],
    cursor: null,
    offset: 0,
    limit: MOST_OPEN,
  });
  const presenter = presenterFor(services, ctx);
  const shown = await toShownRows(services.database.sql, presenter.directory, rows);
  return { tickets: shown.map((row) => ticketView(row, presenter)), hasMore: count > rows.length, count };
}

/** A page of the tickets behind a figure, those of TME and TMA with the time that was counted and left out. */
export async function listFigureTickets(services: Services, _ctx: Ctx, input: FigureTicketsInput): Promise<FigureTicketsView> {
  const { figure, contactId = null, hour = null, target: kind = null, reason = null, cursor = "", ...filter } = input;
  const { settings } = services.directory.current();
  const [at, id] = cursor.split("~");
  const after = at && id ? { at: new Date(at), id: Number(id) } : null;
  const chosen = { contactId, hour, zone: settings.timeZone, ...toCreated(services, filter) };
  const wanted = { after, limit: PAGE_SIZE + 1 };
  const rows = await readOld(services, (sql) =>
    figure === "kept" || figure === "missed"
      ? listTargetTicketPage(sql, { ...chosen, kind, missed: figure === "missed" }, wanted)
      : listFigureTicketPage(sql, { ...chosen, figure, reason }, wanted),
  );
  const splitOf = perQueue(services.directory.current(), workingTimeSplitter);
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    tickets: page.map((row) => toFigureTicket(services, row, timeOf(row, figure, splitOf(row.queueId)))),
    cursor: rows.length > PAGE_SIZE && last ? `${last.at.toISOString()}~${String(last.id)}` : null,
  };
}

function timeOf(row: FigureTicketRow, figure: Figure, split: ReturnType<typeof workingTimeSplitter>): FigureTicketView["time"] {
  const span = spanOf(row, figure);
  if (span === null) return null;
  const parts = split(span);
  const millis = parts.filter(({ reason }) => reason === null).reduce((sum, { from, until }) => sum + until.getTime() - from.getTime(), 0);
  return {
    millis,
    parts: parts.slice(0, MOST_PARTS).map(({ from, until, reason }) => ({ from: from.toISOString(), until: until.toISOString(), reason })),
    more: Math.max(0, parts.length - MOST_PARTS),
  };
}

function spanOf({ createdAt, acceptedAt, closedAt }: FigureTicketRow, figure: Figure): TimeSpan | null {
  if (figure === "waited" && acceptedAt !== null) return { from: createdAt, until: acceptedAt };
  return figure === "handled" && acceptedAt !== null && closedAt !== null ? { from: acceptedAt, until: closedAt } : null;
}

function toFigureTicket(services: Services, row: FigureTicketRow, time: FigureTicketView["time"]): FigureTicketView {
  const { users, queues } = services.directory.current();
  const user = row.userId === null ? undefined : users.get(row.userId);
  const queue = row.queueId === null ? undefined : queues.get(row.queueId);
  return {
    id: row.id,
    status: TICKET_STATUSES.find((status) => status === row.status) ?? "closed",
    contact: { id: row.contactId, name: row.contactName },
    user: user ? { id: user.id, name: user.name } : null,
    queue: queue ? { id: queue.id, name: queue.name, color: queue.color } : null,
    createdAt: row.createdAt.toISOString(),
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    time,
  };
}
