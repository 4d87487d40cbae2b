import { first, statement, type Sql } from "../sql/index.js";

/** Where a contact's new tickets go instead of the menu, and who gets them per queue. */
export interface RedirectRows {
  readonly queueIds: readonly number[];
  readonly userIds: readonly number[];
  readonly perQueue: readonly { readonly queueId: number; readonly userId: number }[];
}

const setQueues = statement(
  "contact_redirect_queues",
  `WITH gone AS (DELETE FROM contact_redirect_queue WHERE contact_id = $1 AND queue_id <> ALL($2::int[]))
   INSERT INTO contact_redirect_queue (contact_id, place, queue_id)
   SELECT $1, place, queue_id FROM unnest($2::int[]) WITH ORDINALITY AS listed(queue_id, place)
   ON CONFLICT (contact_id, queue_id) DO UPDATE SET place = excluded.place`,
);
const setUsers = statement(
  "contact_redirect_users",
  `WITH gone AS (DELETE FROM contact_redirect_user WHERE contact_id = $1 AND user_id <> ALL($2::int[]))
   INSERT INTO contact_redirect_user (contact_id, place, user_id)
   SELECT $1, place, user_id FROM unnest($2::int[]) WITH ORDINALITY AS listed(user_id, place)
   ON CONFLICT (contact_id, user_id) DO UPDATE SET place = excluded.place`,
);
const setPerQueue = statement(
  "contact_redirect_per_queue",
  `WITH gone AS (DELETE FROM contact_redirect WHERE contact_id = $1 AND queue_id <> ALL($2::int[]))
   INSERT INTO contact_redirect (contact_id, queue_id, user_id)
   SELECT $1, queue_id, user_id FROM unnest($2::int[], $3::int[]) AS listed(queue_id, user_id)
   ON CONFLICT (contact_id, queue_id) DO UPDATE SET user_id = excluded.user_id`,
);
const redirectsOf = statement<RedirectRows>(
  "contact_redirects",
  `SELECT coalesce((SELECT array_agg(queue_id ORDER BY place) FROM contact_redirect_queue WHERE contact_id = $1), '{}') AS "queueIds",
     coalesce((SELECT array_agg(user_id ORDER BY place) FROM contact_redirect_user WHERE contact_id = $1), '{}') AS "userIds",
     coalesce((SELECT jsonb_agg(jsonb_build_object('queueId', queue_id, 'userId', user_id) ORDER BY queue_id) FROM contact_redirect WHERE contact_id = $1), '[]') AS "perQueue"
   FROM contact WHERE id = $1`,
);

/** The redirects of a contact; null when it does not exist. */
export const readContactRedirects = (tx: Sql, contactId: number): Promise<RedirectRows | null> => first(tx.run(redirectsOf, [contactId]));

/** Replaces the redirects of a contact, in the given order. */
export async function setContactRedirects(tx: Sql, contactId: number, { queueIds, userIds, perQueue }: RedirectRows): Promise<void> {
  await tx.run(setQueues, [contactId, queueIds]);
  await tx.run(setUsers, [contactId, userIds]);
  await tx.run(setPerQueue, [contactId, perQueue.map(({ queueId }) => queueId), perQueue.map(({ userId }) => userId)]);
}
