import { peerOfKey } from "@balcao/domain/messaging";
import { listGapQuestions, recordGapQuestion, type GapQuestionLimits } from "@balcao/database/connectionGaps";
import type { GatewaySession, HistoryAnchor } from "@balcao/gateways/port";
import type { House } from "../kernel/index.js";
import { QUIET_MS } from "./followGap.js";

/** Gently: the phone answers each question by itself, and a number that asks much looks like none of a person's. */
const LIMITS: GapQuestionLimits = { quietMs: QUIET_MS, withinMs: 6 * 3_600_000, mostChats: 100, atOnce: 3 };

/**
 * Asks for the history of conversations that went on after a gap (P-10, reliability of each connector): each once, a few at a time. A question that
 * fails is asked again next time.
 */
export async function askAboutGaps(house: House, connectionId: number, session: GatewaySession): Promise<void> {
  if (!session.askHistory) return;
  for (const question of await listGapQuestions(house.database.sql, connectionId, LIMITS)) {
    const chat = peerOfKey(question.chat);
    if (chat) {
      const author = peerOfKey(question.author) ?? chat;
      const anchor: HistoryAnchor = {
        ref: { chat, author, externalId: question.externalId, fromMe: question.fromMe },
        sentAt: question.sentAt,
      };
      await session.askHistory(anchor);
    }
    await recordGapQuestion(house.database.sql, question);
    house.logger.info({ connectionId, gapId: question.gapId }, "the history of a conversation was asked for after a gap");
  }
}
