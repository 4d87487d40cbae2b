import { deliveryOfAck, shownDelivery } from "./index.js";

describe("the delivery state of a message", () => {
  it.each([
    [-1, "failed"],
    [0, "waiting"],
    [1, "sent"],
    [2, "delivered"],
    [3, "read"],
    [4, "played"],
    [9, "played"],
  ] as const)("of ack %i is %s [CONV-030]", (ack, state) => {
    expect(deliveryOfAck(ack, 4)).toBe(state);
  });

  it("is no further than the connector can report, and keeps what is no ack [CONV-030]", () => {
    expect(deliveryOfAck(4, 3)).toBe("read");
    expect(shownDelivery("played", 3)).toBe("read");
    expect(shownDelivery("played", 4)).toBe("played");
    expect(shownDelivery("unknown", 3)).toBe("unknown");
    expect(shownDelivery("failed", 3)).toBe("failed");
  });
});
