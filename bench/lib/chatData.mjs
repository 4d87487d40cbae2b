import { signIn } from "./sessions.mjs";
import { PASSWORD } from "./people.mjs";

const SIGN_INS_AT_ONCE = 10;
/** The participants of the person's further groups. */
const GROUP = 30;

/** The address with which the nth colleague signs in, from 1. */
export const colleagueEmail = (n) => `colega${n}@balcao.local`;

/** Makes so many colleagues, who may sign in at any hour with the administrator's password; their ids. */
export async function addColleagues(client, count) {
  const { rows } = await client.query(
    `INSERT INTO user_account (name, email, password_hash, weekdays, saturday, sunday, holidays, start_time, end_time)
     SELECT 'Colega ' || g, 'colega' || g || '@balcao.local', password_hash, true, true, true, true, '00:00', '23:59'
     FROM user_account, generate_series(1, $1::int) g WHERE user_account.id = 1 ORDER BY g RETURNING id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Signs the first of the colleagues in: `{ id, token, header }` each. */
export async function signInColleagues(origin, ids) {
  const people = [];
  for (let from = 0; from < ids.length; from += SIGN_INS_AT_ONCE) {
    const some = ids.slice(from, from + SIGN_INS_AT_ONCE).map(async (id, index) => {
      const token = await signIn(origin, colleagueEmail(from + index + 1), PASSWORD);
      return { id, token, header: `Authorization: Bearer ${token}` };
    });
    people.push(...(await Promise.all(some)));
  }
  return people;
}

/**
 * Gives the first person chats up to `chats` (twenty groups of thirty, the others one to one), all other pairs of `pairs` people a chat
 * as well, each with some messages, and one chat of the person `messages` of them. Returns the ids of that chat and of a nearly empty one.
 */
export async function addChats(client, { ids, chats, pairs, messages }) {
  const [own] = ids;
  const has = await client.query("SELECT count(*)::int AS n FROM chat_participant WHERE user_id = $1", [own]);
  const groups = Math.min(20, Math.floor(chats / 10));
  const others = ids.slice(1, 1 + chats - groups - has.rows[0].n);
  await client.query(
    `INSERT INTO chat (is_group, group_name, user_id, last_activity)
     SELECT true, 'Grupo ' || g, $1, now() - g * interval '7 hours' FROM generate_series(1, $2::int) g`,
    [own, groups],
  );
  await client.query(
    `INSERT INTO chat_participant (chat_id, user_id)
     SELECT c.id, p.id FROM chat c, unnest($1::int[]) WITH ORDINALITY AS p(id, place)
     WHERE c.is_group AND starts_with(c.group_name, 'Grupo ') AND (p.id = $2 OR (p.place * 31 + c.id * 17) % $3 < $4) ON CONFLICT DO NOTHING`,
    [ids, own, ids.length, GROUP],
  );
  await client.query(
    `INSERT INTO chat (is_group, user_id, calling_user_id, last_activity)
     SELECT false, $1, other, now() - place * interval '11 minutes' FROM unnest($2::int[]) WITH ORDINALITY AS o(other, place)`,
    [own, others],
  );
  await client.query(
    `INSERT INTO chat (is_group, user_id, calling_user_id, last_activity)
     SELECT false, a, b, now() - ((a * 7919 + b * 104729) % 100000) * interval '1 minute'
     FROM unnest($1::int[]) AS a, unnest($1::int[]) AS b WHERE a < b`,
    [ids.slice(1, pairs)],
  );
  await client.query(
    `INSERT INTO chat_participant (chat_id, user_id) SELECT id, user_id FROM chat WHERE NOT is_group
     UNION ALL SELECT id, calling_user_id FROM chat WHERE NOT is_group`,
  );
  return addMessages(client, { own, big: others[0], small: others[1], messages });
}

/** Every chat gets two messages, that of `own` and `big` gets all of them; the last one of each chat is unread. */
async function addMessages(client, { own, big, small, messages }) {
  const chatWith = async (other) =>
    (await client.query("SELECT id FROM chat WHERE NOT is_group AND user_id = $1 AND calling_user_id = $2", [own, other])).rows[0].id;
  const bigId = await chatWith(big);
  await client.query(
    `INSERT INTO chat_message (chat_id, sender_id, type, body, created_at)
     SELECT $1, CASE g % 2 WHEN 0 THEN $2::int ELSE $3::int END, 'chat', 'Bom dia, o pedido ' || g || ' já saiu? ' || md5(g::text), now() - ($4 - g) * interval '1 minute'
     FROM generate_series(1, $4::int) g`,
    [bigId, own, big, messages],
  );
  await client.query(
    `INSERT INTO chat_message (chat_id, sender_id, type, body, created_at)
     SELECT c.id, c.user_id, 'chat', 'Bom dia ' || g, c.last_activity FROM chat c, generate_series(1, 2) g WHERE c.last_message_id IS NULL AND c.id <> $1`,
    [bigId],
  );
  await client.query(
    `UPDATE chat c SET last_message = m.body, last_message_id = m.id, last_sender_id = m.sender_id
     FROM (SELECT DISTINCT ON (chat_id) chat_id, id, body, sender_id FROM chat_message ORDER BY chat_id, id DESC) m WHERE m.chat_id = c.id`,
  );
  await client.query(
    `UPDATE chat_participant p SET read_message_id = c.last_message_id - 1, unread = (p.user_id <> c.last_sender_id)::int FROM chat c WHERE c.id = p.chat_id`,
  );
  await client.query("VACUUM ANALYZE");
  return { bigId, smallId: await chatWith(small) };
}
