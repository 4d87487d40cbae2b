import type { LivePayloads, LiveTopic } from "../kernel/index.js";
import { connectionTopic, contactTopic, queueTopic, sessionTopic, settingTopic, templateTopic, userTopic } from "./rowTopics.js";
import { ticketTopic } from "./ticketTopic.js";
import type { Topic } from "./topic.js";

/** Every topic; one that is recorded and not presented does not compile. */
export const TOPICS: { readonly [T in LiveTopic]: Topic<LivePayloads[T]> } = {
  ticket: ticketTopic,
  contact: contactTopic,
  user: userTopic,
  queue: queueTopic,
  connection: connectionTopic,
  session: sessionTopic,
  setting: settingTopic,
  template: templateTopic,
};
