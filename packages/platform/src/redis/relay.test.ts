import { createRelay, type RedisLink } from "./index.js";

describe("a relay between processes", () => {
  it("delivers the texts of others as they were sent, and not its own", () => {
    const subscribers: ((message: string) => void)[] = [];
    const link: RedisLink = {
      status: () => "up",
      isEvicting: () => false,
      publish: (_channel, message) => {
        subscribers.forEach((receive) => receive(message));
        return Promise.resolve(true);
      },
      subscribe: (_channel, onMessage) => void subscribers.push(onMessage),
      addCounts: () => Promise.resolve(null),
      close: () => Promise.resolve(),
    };
    const heard: string[] = [];
    const one = createRelay({ redis: link, channel: "x", onText: (text) => heard.push(`one: ${text}`) });
    createRelay({ redis: link, channel: "x", onText: (text) => heard.push(`other: ${text}`) });
    one.send("first\nsecond");
    expect(heard).toEqual(["other: first\nsecond"]);
  });
});
