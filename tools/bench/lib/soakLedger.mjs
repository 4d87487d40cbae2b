const STORED = `SELECT substring(body FROM '^#([0-9]+)#')::int AS key, count(*)::int AS n FROM message WHERE NOT from_me AND body LIKE '#%' GROUP BY 1`;
/** Sends whose outcome nobody knows are shown as such and may or may not have reached the phone (P-13). */
const UNKNOWN = `SELECT substring(m.body FROM '>([0-9]+)<')::int AS key FROM outbox o JOIN message m ON m.id = o.message_id WHERE o.state = 'unknown'`;

/** What was sent, and what became of it. */
export function createLedger() {
  const sentAt = new Map();
  const accepted = new Set();
  return {
    accepted,
    said: (key, at) => sentAt.set(key, at),
    answered: (key) => accepted.add(key),
    timesOf: (arrivals) => {
      const times = [];
      for (let n = 0; n < arrivals.length; n += 2) if (sentAt.has(arrivals[n])) times.push(arrivals[n + 1] - sentAt.get(arrivals[n]));
      return times;
    },
    count: async (client) => ({ sent: sentAt.size, stored: (await client.query(STORED)).rows.length }),
    /** Compares with the conversations and with the phones of the simulated network. */
    compare: async (client, { chats }) => {
      const stored = new Map((await client.query(STORED)).rows.map(({ key, n }) => [key, n]));
      const unknown = new Set((await client.query(UNKNOWN)).rows.map(({ key }) => key));
      const onPhones = new Map();
      for (const { text } of chats.flatMap(({ messages }) => messages)) {
        const key = Number(/>(\d+)</.exec(text)?.[1] ?? Number.NaN);
        if (!Number.isNaN(key)) onPhones.set(key, (onPhones.get(key) ?? 0) + 1);
      }
      const doubled = (counts) => [...counts.values()].filter((n) => n > 1).length;
      return {
        in: {
          sent: sentAt.size,
          stored: stored.size,
          lost: [...sentAt.keys()].filter((key) => !stored.has(key)).length,
          doubled: doubled(stored),
        },
        out: {
          accepted: accepted.size,
          onPhones: onPhones.size,
          unknown: unknown.size,
          lost: [...accepted].filter((key) => !onPhones.has(key) && !unknown.has(key)).length,
          doubled: doubled(onPhones),
        },
      };
    },
  };
}
