import { answerChatbotTurn, createAskTypebot } from "@balcao/application/inbox/chatbots";
import { WAKE, type Services } from "@balcao/application/ground/kernel";
import { createGuardedFetch } from "@balcao/platform/http";
import type { Lifecycle } from "@balcao/platform/lifecycle";
import { createLoop } from "@balcao/platform/loops";

/** Chatbots that are asked at the same time. */
const AT_ONCE = 4;
const POLL_MS = 1_000;
const LONGEST_POLL_MS = 8_000;
/** A chatbot that takes longer gives its ticket to people. */
const ANSWER_MS = 15_000;
const MOST_BYTES = 1024 * 1024;
/** A file of a chatbot is fetched whole into memory. */
const FILE_MS = 10_000;
const MOST_FILE_BYTES = 20 * 1024 * 1024;

/** Starts the loops that ask chatbots what customers said. */
export function startChatbots(services: Services, lifecycle: Lifecycle): void {
  const rule = services.chatbotAddresses;
  const clients = {
    ask: createAskTypebot(createGuardedFetch({ ...rule, timeoutMs: ANSWER_MS, maxBytes: MOST_BYTES })),
    fetchFile: createGuardedFetch({ ...rule, timeoutMs: FILE_MS, maxBytes: MOST_FILE_BYTES }),
  };
  for (let index = 0; index < AT_ONCE; index += 1) {
    const name = `chatbots-${index}`;
    const work = () => answerChatbotTurn(services, clients);
    const loop = createLoop({ name, work, idleMs: POLL_MS, longestIdleMs: LONGEST_POLL_MS, logger: services.logger });
    services.waker.listen(WAKE.chatbots, loop.wake);
    lifecycle.onStop(name, loop.stop);
    loop.start();
  }
}
