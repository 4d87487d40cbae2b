import type { QueueTargets } from "@balcao/domain/targets";
import type { AccountSubject } from "@balcao/domain/connections";
import { statement, type Sql } from "../sql/index.js";

export interface DirectoryUserRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly profile: "user" | "gerente" | "admin";
  readonly active: boolean;
  readonly deleted: boolean;
  readonly mustChangePassword: boolean;
  readonly createdAt: Date;
  /** Whether a code is asked for besides the password. */
  readonly hasSecondFactor: boolean;
  readonly weekdays: boolean;
  readonly saturday: boolean;
  readonly sunday: boolean;
  readonly holidays: boolean;
  readonly startTime: string;
  readonly endTime: string;
  readonly addContact: boolean;
  readonly editContact: boolean;
  readonly delContact: boolean;
  readonly sendToMany: boolean;
  readonly maintain: boolean;
  readonly defaultConnectionId: number | null;
  readonly pictureFileId: string | null;
  readonly status: "online" | "away" | "offline";
  /** How many open and assigned pending tickets distribution gives at most; null for any number. */
  readonly openLimit: number | null;
  /** Whether distribution gives tickets to the person at all. */
  readonly takesShares: boolean;
  readonly queueIds: readonly number[];
  readonly substitutions: readonly { readonly queueId: number; readonly substituteId: number }[];
}

export interface DirectoryQueueRow extends QueueTargets {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly customOrder: number;
  readonly greetingMessage: string;
  /** The hours that differ from the company's, as text (`OwnHours`); empty for none. */
  readonly openingHours: string;
  /** What customers read while it is closed; empty for the connection's words. */
  readonly outOfHoursMessage: string;
  /** The queue that takes its customers while it is closed. */
  readonly outOfHoursQueueId: number | null;
  /** How many of its tickets distribution gives to one person at most; null for any number. */
  readonly openLimit: number | null;
  /** Users who receive its tickets in turn, in the order in which they were chosen. */
  readonly attendantIds: readonly number[];
}

export interface DirectoryConnectionRow {
  readonly id: number;
  readonly name: string;
  readonly api: "baileys" | "wwebjs" | "meow" | "cloud_api";
  readonly isDefault: boolean;
  readonly status: "qrcode" | "PAIRING" | "DISCONNECTED" | "TIMEOUT" | "OPENING" | "LOGGEDOUT" | "CONNECTED";
  readonly statusReason: string | null;
  /** Until when the session rests instead of connecting again. */
  readonly reasonUntil: Date | null;
  readonly wanted: boolean;
  readonly qrcode: string | null;
  readonly retries: number;
  readonly battery: number | null;
  readonly number: string | null;
  readonly greetingMessage: string;
  readonly greetingBotMessage: string;
  readonly greetingRedirectMessage: string;
  readonly farewellMessage: string;
  readonly outOfHoursMessage: string;
  readonly transferMessage: string;
  readonly metaIntegration: boolean;
  /** Events from Meta that were dropped while the integration was off, and since when. */
  readonly metaDropped: number;
  readonly metaDroppedSince: Date | null;
  readonly typebotPublicId: string;
  readonly typebotDns: string;
  readonly phoneNumberId: string;
  readonly wabaId: string;
  readonly metaTokenSet: boolean;
  readonly nps: boolean;
  readonly npsMessage: string;
  readonly npsThanksMessage: string;
  readonly sendList: boolean;
  readonly historyByQueue: boolean;
  readonly historyByUser: boolean;
  readonly updatedAt: Date;
  /** Since when a linked number is not connected; null while it is. */
  readonly downSince: Date | null;
  /** The newest unresolved gap of more than five minutes; both null without one. */
  readonly lossFrom: Date | null;
  readonly lossUntil: Date | null;
  /** Events that could not be applied and wait for an administrator. */
  readonly parkedEvents: number;
  /** What the network says of the account or number, and has not taken back; instants are texts. */
  readonly notices: readonly {
    readonly subject: AccountSubject;
    readonly object: string;
    readonly type: string;
    readonly detail: string;
    readonly at: string;
    readonly until: string | null;
  }[];
  readonly queueIds: readonly number[];
}

export interface DirectorySettingRow {
  readonly key: string;
  readonly value: string;
  readonly updatedAt: Date;
  /** The user who changed it last; null when nobody has. */
  readonly updatedBy: number | null;
}

/** Rows of the directory that changed. */
export interface DirectoryIds {
  readonly userIds: readonly number[];
  readonly connectionIds: readonly number[];
}

const users = statement<DirectoryUserRow>(
  "directory_users",
  `SELECT u.id, u.name, u.email, u.profile, u.active, u.deleted_at IS NOT NULL AS deleted, u.must_change_password AS "mustChangePassword", u.created_at AS "createdAt",
     EXISTS (SELECT FROM second_factor f WHERE f.user_id = u.id AND f.since IS NOT NULL) AS "hasSecondFactor",
     u.weekdays, u.saturday, u.sunday, u.holidays, u.start_time AS "startTime", u.end_time AS "endTime",
     u.add_contact AS "addContact", u.edit_contact AS "editContact", u.del_contact AS "delContact", u.send_to_many AS "sendToMany", u.maintain,
     u.default_connection_id AS "defaultConnectionId", u.picture_file_id AS "pictureFileId", u.status, u.open_limit AS "openLimit", u.takes_shares AS "takesShares",
     coalesce((SELECT array_agg(queue_id ORDER BY queue_id) FROM user_queue q WHERE q.user_id = u.id), '{}') AS "queueIds",
     coalesce((SELECT jsonb_agg(jsonb_build_object('queueId', queue_id, 'substituteId', substitute_id) ORDER BY queue_id)
       FROM user_substitution s WHERE s.user_id = u.id), '[]') AS substitutions
   FROM user_account u WHERE $1::int[] IS NULL OR u.id = ANY($1::int[]) ORDER BY u.id`,
);
const queues = statement<DirectoryQueueRow>(
  "directory_queues",
  `SELECT id, name, color, custom_order AS "customOrder", greeting_message AS "greetingMessage",
     opening_hours AS "openingHours", out_of_hours_message AS "outOfHoursMessage", out_of_hours_queue_id AS "outOfHoursQueueId",
     first_answer_target AS "firstAnswerTarget", next_answer_target AS "nextAnswerTarget", resolution_target AS "resolutionTarget", target_warning AS "targetWarning", open_limit AS "openLimit",
     coalesce((SELECT array_agg(user_id ORDER BY place) FROM queue_attendant a WHERE a.queue_id = queue.id), '{}') AS "attendantIds"
   FROM queue ORDER BY custom_order, name`,
);
const connections = statement<DirectoryConnectionRow>(
  "directory_connections",
  `SELECT c.id, c.name, c.api, c.is_default AS "isDefault", c.status, c.status_reason AS "statusReason", c.reason_until AS "reasonUntil", c.wanted, c.qrcode, c.retries, c.battery, c.number,
     c.greeting_message AS "greetingMessage", c.greeting_bot_message AS "greetingBotMessage", c.greeting_redirect_message AS "greetingRedirectMessage",
     c.farewell_message AS "farewellMessage", c.out_of_hours_message AS "outOfHoursMessage", c.transfer_message AS "transferMessage",
     c.meta_integration AS "metaIntegration", c.meta_dropped AS "metaDropped", c.meta_dropped_since AS "metaDroppedSince", c.typebot_public_id AS "typebotPublicId", c.typebot_dns AS "typebotDns",
     c.phone_number_id AS "phoneNumberId", c.waba_id AS "wabaId", c.meta_token_set AS "metaTokenSet",
     c.nps, c.nps_message AS "npsMessage", c.nps_thanks_message AS "npsThanksMessage", c.send_list AS "sendList",
     c.history_by_queue AS "historyByQueue", c.history_by_user AS "historyByUser", c.updated_at AS "updatedAt",
     (SELECT g.from_at FROM connection_gap g WHERE g.connection_id = c.id AND g.until_at IS NULL) AS "downSince",
     loss.from_at AS "lossFrom", loss.until_at AS "lossUntil",
     (SELECT count(*)::int FROM inbound_event e WHERE e.connection_id = c.id AND e.state = 2) AS "parkedEvents",
     coalesce((SELECT jsonb_agg(jsonb_build_object('subject', subject, 'object', object, 'type', type, 'detail', detail, 'at', at, 'until', until) ORDER BY at, subject, object)
       FROM account_notice n WHERE n.connection_id = c.id AND (n.until IS NULL OR n.until > now())), '[]') AS notices,
     coalesce((SELECT array_agg(queue_id ORDER BY queue_id) FROM connection_queue q WHERE q.connection_id = c.id), '{}') AS "queueIds"
   FROM connection c LEFT JOIN LATERAL (
     SELECT from_at, until_at FROM connection_gap g
     WHERE g.connection_id = c.id AND g.resolved_at IS NULL AND g.until_at - g.from_at > interval '5 minutes' ORDER BY g.until_at DESC LIMIT 1
   ) loss ON true WHERE $1::int[] IS NULL OR c.id = ANY($1::int[]) ORDER BY c.id`,
);
const settings = statement<DirectorySettingRow>(
  "directory_settings",
  `SELECT key, value, updated_at AS "updatedAt", updated_by AS "updatedBy" FROM setting`,
);

/**
 * Reads all users, queues, connections and settings: small tables that every process keeps in
 * memory (ADR 10).
 */
export async function readDirectory(sql: Sql) {
  const [userRows, queueRows, connectionRows, settingRows] = await Promise.all([
    sql.run(users, [null]),
    sql.run(queues),
    sql.run(connections, [null]),
    sql.run(settings),
  ]);
  return { users: userRows, queues: queueRows, connections: connectionRows, settings: settingRows };
}

/** Reads some of the users and connections; what does not exist any more is missing. */
export async function readDirectoryRows(sql: Sql, { userIds, connectionIds }: DirectoryIds) {
  const [userRows, connectionRows] = await Promise.all([
    userIds.length === 0 ? [] : sql.run(users, [userIds]),
    connectionIds.length === 0 ? [] : sql.run(connections, [connectionIds]),
  ]);
  return { users: userRows, connections: connectionRows };
}
