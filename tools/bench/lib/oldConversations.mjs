import pg from "pg";

const CONTACTS = 10_000;

/** Asks on a connection of its own, because a restore ends the others. */
export async function askOnce(url, text, given = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(text, given).finally(() => client.end())).rows;
}

/** Fills an empty, migrated database with closed tickets of 10,000 contacts that have so many messages together. */
export async function fillWithMessages(url, messages) {
  await askOnce(url, "INSERT INTO connection (name, api) VALUES ('Loja', 'meow')");
  await askOnce(
    url,
    "INSERT INTO contact (name, number) SELECT 'Cliente ' || n, (5511900000000 + n)::text FROM generate_series(1, $1::int) n",
    [CONTACTS],
  );
  await askOnce(url, "INSERT INTO ticket (status, contact_id, connection_id) SELECT 'closed', id, 1 FROM contact");
  await askOnce(
    url,
    `INSERT INTO message (ticket_id, connection_id, contact_id, chat, author, from_me, external_id, type, body, sent_at)
     SELECT 1 + n % $2, 1, 1 + n % $2, 'phone:' || n % $2, 'phone:' || n % $2, n % 2 = 0, md5(n::text), 'chat',
       'Bom dia, gostaria de saber sobre o pedido ' || n || ' ' || md5((n * 7)::text), now() - n * interval '1 second' FROM generate_series(1, $1::int) n`,
    [messages, CONTACTS],
  );
}
