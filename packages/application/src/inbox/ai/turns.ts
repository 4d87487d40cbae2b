import { AppError } from "@balcao/contracts/errors";
import { InFlight } from "../../ground/kernel/index.js";

const BUSY_SECONDS = 10;
const EVERYBODY = "everybody";

/** Runs one task per person and at most `most` in all; a further one is refused at once, so that nobody waits unseen. */
export function createTurns(most: number): <T>(userId: number, work: () => Promise<T>) => Promise<T> {
  const perPerson = new InFlight(1, () => new AppError("ERR_AI_RUNNING"));
  const inAll = new InFlight(most, () => new AppError("ERR_AI_BUSY", { retryAfterSeconds: BUSY_SECONDS }));
  return (userId, work) => perPerson.run(String(userId), () => inAll.run(EVERYBODY, work));
}
