import { createChecker } from "./checker.mjs";
import { toRequest } from "./httpConnection.mjs";
import { createRandom } from "./random.mjs";
import { FIRST_NAMES, LAST_NAMES, MARKED_WORDS } from "./words.mjs";

/** One question in so many may be checked: the plain query of an answer takes the database as long as fifty searches. */
const CHECK_SHARE = 8;

const OWN = `((t.queue_id = ANY($2::int[]) OR t.queue_id IS NULL)
  AND (t.user_id = $3 OR t.user_id IS NULL OR t.status NOT IN ('open', 'closed') OR (t.status = 'closed' AND t.is_group)))`;
const EVERY = "$2::int[] IS NOT NULL AND $3::int IS NOT NULL";

/**
 * Searches over tickets: 40 % a rare word, 30 % one of about two thousand messages, 20 % one of about twenty thousand, 10 % a word that
 * no message has, or two letters; every third one also has a contact, a queue, a person or a tag.
 */
export async function ticketSearches({ client, port, people, encoding }) {
  const random = createRandom(11);
  const { rows } = await client.query("SELECT user_id AS id, array_agg(queue_id) AS queues FROM user_queue GROUP BY 1");
  const queuesOf = new Map(rows.map(({ id, queues }) => [id, queues]));
  const checker = createChecker(port);
  const { rare, middle, common } = MARKED_WORDS;
  const words = [
    [40, () => rare],
    [30, () => middle],
    [20, () => common],
    [5, () => `zqx${random.below(1_000)}`],
    [5, () => random.pick(FIRST_NAMES).slice(0, 2)],
  ].flatMap(([share, make]) => Array.from({ length: share }, () => make));
  const { rows: tags } = await client.query("SELECT id FROM tag ORDER BY id");
  if (tags.length === 0) throw new Error("The data set has no tags: delete its folder data, and load it again with tools/bench/load.mjs.");
  const narrowed = [
    () => ({ searchContact: random.pick(LAST_NAMES) }),
    () => ({ searchQueue: String(1 + random.below(10)) }),
    () => ({ searchUser: String(2 + random.below(19)) }),
    () => ({ searchTag: String(random.pick(tags).id) }),
  ];
  let n = 0;
  return () => {
    const { id, header } = people[n % people.length];
    const query = { searchParam: random.pick(words)(), ...(n % 3 === 0 && random.pick(narrowed)()) };
    n += 1;
    const bytes = toRequest("GET", `/api/tickets/filter?${new URLSearchParams(query)}`, [header, ...encoding]);
    const read = async () => {
      const { text, values } = expected(query, id === 1);
      return (await client.query(text, [id === 1 ? "admin" : "user", queuesOf.get(id) ?? [], id, ...values])).rows.map((row) => row.id);
    };
    const view = ({ tickets }) => tickets.map((ticket) => ticket.id);
    return { bytes, ...(random.below(CHECK_SHARE) === 0 && { check: (body) => checker({ bytes, body, view, read }) }) };
  };
}

/** The expected answer, by the simplest SQL. */
function expected({ searchParam, searchContact = "", searchQueue, searchUser, searchTag }, isAdmin) {
  const isWord = searchParam.length >= 3;
  const contact = isWord ? searchContact : searchParam;
  const text = `SELECT t.id FROM ticket t JOIN contact c ON c.id = t.contact_id
    WHERE $1 <> '' AND ${isAdmin ? EVERY : OWN}
      AND ($4 = '' OR EXISTS (SELECT FROM message m WHERE m.ticket_id = t.id AND m.search LIKE '%' || $4 || '%'))
      AND ($5 = '' OR c.search LIKE '%' || search_norm($5) || '%') AND ($6::int IS NULL OR t.queue_id = $6) AND ($7::int IS NULL OR t.user_id = $7)
      AND ($8::int IS NULL OR EXISTS (SELECT FROM contact_tag ct WHERE ct.contact_id = t.contact_id AND ct.tag_id = $8))
    ORDER BY t.last_activity DESC, t.id DESC LIMIT 50`;
  return {
    text,
    values: [isWord ? searchParam : "", contact, searchQueue ?? null, isAdmin ? (searchUser ?? null) : null, searchTag ?? null],
  };
}
