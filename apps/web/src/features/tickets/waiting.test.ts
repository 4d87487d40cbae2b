import { waitsSince } from "./waiting";

const times = { createdAt: "2026-11-20T10:00:00.000Z", updatedAt: "2026-11-21T09:00:00.000Z" };

describe("waitsSince", () => {
  it("counts from the opening of a ticket that nobody has taken yet", () => {
    expect(waitsSince({ ...times, status: "pending", acceptedAt: null })).toBe(times.createdAt);
  });

  it("counts from its return for a ticket that an agent has given back", () => {
    expect(waitsSince({ ...times, status: "pending", acceptedAt: "2026-11-20T10:05:00.000Z" })).toBe(times.updatedAt);
  });

  it("is nothing for tickets that do not wait", () => {
    for (const status of ["open", "closed", "paused", "group"] as const)
      expect(waitsSince({ ...times, status, acceptedAt: null })).toBeNull();
  });
});
