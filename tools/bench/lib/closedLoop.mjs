import { openConnection } from "./httpConnection.mjs";
import { summary } from "./percentiles.mjs";

const CHECK_EVERY = 100;

/**
 * Runs `clients` connections, each sending its next request when the last one is answered.
 *
 * @param {{ port: number, clients: number, warmUpMs: number, forMs: number, isOver?: () => boolean, next: () => { bytes: string, check?: (body: Buffer) => Promise<boolean> } }} options
 *   `isOver` ends it earlier. `check` compares an answer with the database; one answer in a hundred is.
 * @returns `{ p50, p95, p99, perSecond, answers, sent, refused, checked, wrong }`; times in milliseconds, pooled over all clients; `sent` includes the warm-up.
 */
export async function closedLoop({ port, clients, warmUpMs, forMs, isOver = () => false, next }) {
  const begin = performance.now() + warmUpMs;
  const end = begin + forMs;
  const times = [];
  let refused = 0;
  let sent = 0;
  let counted = 0;
  const checks = [];

  const client = async () => {
    const connection = await openConnection(port);
    while (performance.now() < end && !isOver()) {
      const { bytes, check } = next();
      const sentAt = performance.now();
      const { status, body } = await connection.send(bytes);
      sent += 1;
      const answeredAt = performance.now();
      if (sentAt < begin || answeredAt > end) continue;
      times.push(answeredAt - sentAt);
      if (status !== 200) refused += 1;
      else if (check && ++counted % CHECK_EVERY === 0) checks.push(check(Buffer.from(body)));
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsedMs = Math.min(end, performance.now()) - begin;
  const outcomes = await Promise.all(checks);
  const wrong = outcomes.filter((isRight) => !isRight).length;
  return {
    ...summary(times),
    perSecond: times.length / (elapsedMs / 1_000),
    answers: times.length,
    sent,
    refused,
    checked: outcomes.length,
    wrong,
  };
}
