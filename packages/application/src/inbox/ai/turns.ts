import { AppError } from "@balcao/contracts/errors";
import { InFlight } from "../../ground/kernel/index.js";

const BUSY_SECONDS = 10;
const EVERYBODY = "everybody";

interface Question {
  readonly userId: number;
  /** Questions about the same have the same answer, whoever asks. */
  readonly about: string;
}

/**
 * Asks one question per person and at most `most` in all; a further one is refused at once, so that nobody waits unseen. Who asks
 * about the same as somebody else at the same time gets that answer; a failure is the first one's alone, and the next asks again.
 */
export function createTurns(most: number): (question: Question, ask: () => Promise<string>) => Promise<string> {
  const perPerson = new InFlight(1, () => new AppError("ERR_AI_RUNNING"));
  const inAll = new InFlight(most, () => new AppError("ERR_AI_BUSY", { retryAfterSeconds: BUSY_SECONDS }));
  const asked = new Map<string, Promise<string>>();
  const askOrShare = async (about: string, ask: () => Promise<string>): Promise<string> => {
    for (let other = asked.get(about); other; other = asked.get(about)) {
      const answer = await other.catch(() => null);
      if (answer !== null) return answer;
    }
    const own = inAll.run(EVERYBODY, ask).finally(() => asked.delete(about));
    asked.set(about, own);
    return own;
  };
  return ({ userId, about }, ask) => perPerson.run(String(userId), () => askOrShare(about, ask));
}
