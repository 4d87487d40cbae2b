import { rowTime, waitsSince } from "./waiting";

const times = { waitingSince: "2026-11-20T10:00:00.000Z", updatedAt: "2026-11-21T09:00:00.000Z" };

describe("waitsSince", () => {
  it("counts from the first message that nobody has answered, however many followed it", () => {
    expect(waitsSince({ ...times, status: "pending" })).toBe(times.waitingSince);
  });

  it("counts from the return of a ticket that an agent gave back with every message answered", () => {
    expect(waitsSince({ ...times, status: "pending", waitingSince: null })).toBe(times.updatedAt);
  });

  it("is null for tickets that do not wait", () => {
    for (const status of ["open", "closed", "paused", "group"] as const) expect(waitsSince({ ...times, status })).toBeNull();
  });
});

describe("rowTime", () => {
  it("says since when a ticket is paused, else since when its customer waits", () => {
    const pausedAt = "2026-11-21T08:00:00.000Z";
    expect(rowTime({ ...times, status: "paused", pausedAt })).toEqual({ says: "pausedFor", since: pausedAt });
    expect(rowTime({ ...times, status: "paused", pausedAt: null })).toBeNull();
    expect(rowTime({ ...times, status: "pending", pausedAt: null })).toEqual({ says: "waits", since: times.waitingSince });
  });
});
