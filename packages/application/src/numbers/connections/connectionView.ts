import { isSuper, type Actor } from "@balcao/domain/access";
import type {
  AccountNoticeView,
  ConnectionSessionView,
  ConnectionShortView,
  ConnectionView,
  UnresolvedGapView,
} from "@balcao/contracts/connections";
import type { DirectoryConnectionRow } from "@balcao/database/directory";
import type { DirectorySnapshot } from "../../ground/directory/index.js";

const mayAdminister = (actor: Pick<Actor, "id" | "profile">): boolean => actor.profile === "admin" || isSuper(actor);

/**
 * Converts a connection for one person: texts and QR for administrators only, tokens for nobody
 * [S-31].
 */
export function connectionView(
  row: DirectoryConnectionRow,
  directory: DirectorySnapshot,
  actor: Pick<Actor, "id" | "profile">,
): ConnectionView | ConnectionShortView {
  const short: ConnectionShortView = {
    id: row.id,
    name: row.name,
    isDefault: row.isDefault,
    api: row.api,
    status: row.status,
    battery: row.battery,
    retries: row.retries,
    updatedAt: row.updatedAt.toISOString(),
    queues: row.queueIds.flatMap((id) => {
      const queue = directory.queues.get(id);
      return queue ? [{ id: queue.id, name: queue.name, color: queue.color }] : [];
    }),
    historyByQueue: row.historyByQueue,
    historyByUser: row.historyByUser,
  };
  return mayAdminister(actor) ? fullView(row, short) : short;
}

const unresolvedGap = ({ lossFrom, lossUntil }: DirectoryConnectionRow): UnresolvedGapView | null =>
  lossFrom && lossUntil && { from: lossFrom.toISOString(), until: lossUntil.toISOString() };

/** The view of what a network says of an account. */
export const toNoticeView = (notice: DirectoryConnectionRow["notices"][number]): AccountNoticeView => ({
  ...notice,
  at: new Date(notice.at).toISOString(),
  until: notice.until === null ? null : new Date(notice.until).toISOString(),
});

/** All fields, for administrators. */
function fullView(row: DirectoryConnectionRow, short: ConnectionShortView): ConnectionView {
  return {
    ...short,
    ...sessionFacts(row),
    greetingMessage: row.greetingMessage,
    greetingBotMessage: row.greetingBotMessage,
    greetingMessageRedirect: row.greetingRedirectMessage,
    farewellMessage: row.farewellMessage,
    outOfHoursMessage: row.outOfHoursMessage,
    transferMessage: row.transferMessage,
    metaIntegration: row.metaIntegration,
    metaDropped: row.metaDropped,
    metaDroppedSince: row.metaDroppedSince?.toISOString() ?? null,
    publicIDTypebot: row.typebotPublicId,
    publicDNSTypebot: row.typebotDns,
    phoneNumberId: row.phoneNumberId,
    wabaId: row.wabaId,
    tokenMetaSet: row.metaTokenSet,
    nps: row.nps,
    sendList: row.sendList,
    npsMessage: row.npsMessage,
    npsTksMessage: row.npsThanksMessage,
  };
}

/**
 * The fields of a connection that its session changes; QR and reason for administrators only
 * [D-234].
 */
export function sessionView(row: DirectoryConnectionRow, actor: Pick<Actor, "id" | "profile">): ConnectionSessionView {
  return {
    id: row.id,
    status: row.status,
    retries: row.retries,
    updatedAt: row.updatedAt.toISOString(),
    ...(mayAdminister(actor) ? sessionFacts(row) : NO_FACTS),
  };
}

type SessionFacts = Omit<ConnectionSessionView, "id" | "status" | "retries" | "updatedAt">;

const NO_FACTS: SessionFacts = {
  qrcode: null,
  statusReason: null,
  statusReasonUntil: null,
  number: null,
  downSince: null,
  unresolvedGap: null,
  parkedEvents: 0,
  notices: [],
};

const sessionFacts = (row: DirectoryConnectionRow): SessionFacts => ({
  qrcode: row.qrcode,
  statusReason: row.statusReason,
  statusReasonUntil: row.reasonUntil?.toISOString() ?? null,
  number: row.number,
  downSince: row.downSince?.toISOString() ?? null,
  unresolvedGap: unresolvedGap(row),
  parkedEvents: row.parkedEvents,
  notices: row.notices.map(toNoticeView),
});
