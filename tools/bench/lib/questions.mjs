import { FIRST_NAMES, LAST_NAMES } from "./words.mjs";
import { createRandom } from "./random.mjs";
import { createChecker } from "./checker.mjs";
import { toRequest } from "./httpConnection.mjs";

const PAGE_OF_TICKETS = 40;
const PAGE = 20;
/** The person who sees every ticket. */
const ADMIN = 1;

const LIST = (
  visible,
) => `SELECT array(SELECT id FROM ticket WHERE bucket = $1 AND ${visible} ORDER BY last_activity DESC, id DESC LIMIT ${PAGE_OF_TICKETS}) AS ids,
  (SELECT count(*)::int FROM ticket WHERE bucket = $1 AND ${visible}) AS n`;
const MINE = LIST("(queue_id = ANY($2::int[]) OR queue_id IS NULL) AND (user_id = $3 OR user_id IS NULL)");
const ALL = LIST("$2::int[] IS NOT NULL AND $3::int IS NOT NULL");

const listQuestion =
  (statuses, isAsked) =>
  async ({ client, port, people, encoding }) => {
    const { rows } = await client.query("SELECT user_id AS id, array_agg(queue_id) AS queues FROM user_queue GROUP BY 1");
    const queuesOf = new Map(rows.map(({ id, queues }) => [id, queues]));
    const checker = createChecker(port);
    const asked = people.filter(isAsked).flatMap(({ id, header }) =>
      statuses.map((status) => {
        const showAll = id === ADMIN;
        const bytes = toRequest("GET", `/api/tickets?status=${status}&pageNumber=1&showAll=${showAll}`, [header, ...encoding]);
        const read = async () => {
          const found = await client.query(showAll ? ALL : MINE, [status, queuesOf.get(id), id]);
          return [found.rows[0].ids, found.rows[0].n];
        };
        const view = ({ tickets, count }) => [tickets.map((ticket) => ticket.id), count];
        return { bytes, check: (body) => checker({ bytes, body, view, read }) };
      }),
    );
    return inTurn(asked);
  };

/** First pages of the open, waiting and closed lists with their counts: nineteen agents see their own, the administrator all. */
export const ticketLists = listQuestion(["open", "pending", "closed"], () => true);

/** First pages of the nineteen agents' own open lists, with their counts. */
export const openLists = listQuestion(["open"], ({ id }) => id !== ADMIN);

const pageQuestion =
  (pageNumbers) =>
  async ({ client, port, people, encoding }, ticketId) => {
    const checker = createChecker(port);
    const asked = pageNumbers.map((pageNumber) => {
      const bytes = toRequest("GET", `/api/messages/${ticketId}?pageNumber=${pageNumber}`, [people[0].header, ...encoding]);
      const read = async () => {
        const text = `SELECT id, body FROM message WHERE ticket_id = $1 ORDER BY sent_at DESC, id DESC LIMIT ${PAGE} OFFSET $2`;
        const { rows } = await client.query(text, [ticketId, (pageNumber - 1) * PAGE]);
        return rows.map(({ id, body }) => [String(id), body]).reverse();
      };
      const view = ({ messages }) => messages.map(({ id, body }) => [id, body]);
      return { bytes, check: (body) => checker({ bytes, body, view, read }) };
    });
    return inTurn(asked);
  };

/** The newest page of the largest ticket, for its owner; with the fiftieth, in turn. */
export const firstPages = pageQuestion([1]);
export const messagePages = pageQuestion([1, 50]);

/**
 * Searches as people type them: 30 % the first three letters of a first name, 25 % a surname, 15 % first name and surname, 15 % the last
 * six digits of a number, 10 % a name that nobody has, 5 % empty.
 */
export async function contactSearches({ client, port, people, encoding }) {
  const random = createRandom(7);
  const { rows } = await client.query("SELECT number FROM contact WHERE id % 997 = 0 ORDER BY id");
  const checker = createChecker(port);
  const terms = [
    [30, () => random.pick(FIRST_NAMES).slice(0, 3)],
    [25, () => random.pick(LAST_NAMES)],
    [15, () => `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`],
    [15, () => random.pick(rows).number.slice(-6)],
    [10, () => `xyz${random.below(1_000)}`],
    [5, () => ""],
  ];
  const kinds = terms.flatMap(([share, make]) => Array.from({ length: share }, () => make));
  const text = `SELECT id FROM contact WHERE search LIKE '%' || search_norm($1) || '%'
    ORDER BY starts_with(name_key, search_norm($1)) DESC, name_key, id LIMIT ${PAGE}`;
  let n = 0;
  return () => {
    const term = random.pick(kinds)();
    const { header } = people[n++ % people.length];
    const bytes = toRequest("GET", `/api/contacts?searchParam=${encodeURIComponent(term)}&pageNumber=1`, [header, ...encoding]);
    const read = async () => (await client.query(text, [term])).rows.map(({ id }) => id);
    const view = ({ contacts }) => contacts.map(({ id }) => id);
    return { bytes, check: (body) => checker({ bytes, body, view, read }) };
  };
}

function inTurn(asked) {
  let n = 0;
  return () => asked[n++ % asked.length];
}
