import { peerOfKey } from "@balcao/domain/messages";
import { listGapQuestions, recordGapQuestion, type GapQuestionLimits } from "@balcao/database/connectionGaps";
import type { GatewaySession, HistoryAnchor } from "@balcao/gateways/port";
import type { Services } from "../../ground/kernel/index.js";
import { QUIET_MS } from "./followGap.js";

/**
 * Few questions at a time: the phone answers each one, and a number that asks too much looks
 * automated to the network.
 */
const LIMITS: GapQuestionLimits = { quietMs: QUIET_MS, withinMs: 6 * 3_600_000, mostChats: 100, atOnce: 3 };

/**
 * Asks for the history of conversations that continued after a gap, each once and a few at a
 * time. A question that fails is asked again at the next call.
 */
export async function askAboutGaps(services: Services, connectionId: number, session: GatewaySession): Promise<void> {
  if (!session.askHistory) return;
  for (const question of await listGapQuestions(services.database.sql, connectionId, LIMITS)) {
    const chat = peerOfKey(question.chat);
    if (chat) {
      const author = peerOfKey(question.author) ?? chat;
      const anchor: HistoryAnchor = {
        ref: { chat, author, externalId: question.externalId, fromMe: question.fromMe },
        sentAt: question.sentAt,
      };
      await session.askHistory(anchor);
    }
    await recordGapQuestion(services.database.sql, question);
    services.logger.info({ connectionId, gapId: question.gapId }, "the history of a conversation was asked for after a gap");
  }
}
