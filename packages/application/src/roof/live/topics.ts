import type { LivePayloads, LiveTopic } from "../../ground/kernel/index.js";
import { chatTopic } from "./chatTopic.js";
import { mentionTopic } from "./mentionTopic.js";
import { protocolTopic } from "./protocolTopic.js";
import { rowTopics } from "./rowTopics.js";
import { ticketTopic } from "./ticketTopic.js";
import type { Topic } from "./topic.js";

/** All topics. A recorded topic without an entry here does not compile. */
export const TOPICS: { readonly [T in LiveTopic]: Topic<LivePayloads[T]> } = {
  ticket: ticketTopic,
  protocol: protocolTopic,
  chat: chatTopic,
  mention: mentionTopic,
  ...rowTopics,
};
