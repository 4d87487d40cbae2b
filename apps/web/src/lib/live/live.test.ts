import { createEventQueue } from "./eventQueue";
import { createJoins, type Join } from "./joins";
import { createWatchedRows } from "./watchedRows";

describe("the queue of live events", () => {
  it("passes a burst on together and in order", () => {
    const batches: (readonly number[])[] = [];
    const frames: (() => void)[] = [];
    const push = createEventQueue<number>(
      (items) => batches.push(items),
      (run) => frames.push(run),
    );
    for (let item = 0; item < 200; item += 1) push(item);
    expect([frames.length, batches.length]).toEqual([1, 0]);
    frames.shift()?.();
    expect(batches).toEqual([Array.from({ length: 200 }, (_unused, item) => item)]);
    push(200);
    frames.shift()?.();
    expect(batches[1]).toEqual([200]);
  });
});

describe("the joins of a socket", () => {
  const open: Join = { event: "joinTickets", args: ["open"] };

  it("wait for the socket, are sent once, and again on every new socket", () => {
    const sent: Join[] = [];
    const joins = createJoins((join) => sent.push(join));
    joins.add(open);
    joins.add(open);
    expect(sent).toEqual([]);
    joins.onConnected();
    joins.add({ event: "joinNotification", args: [] });
    expect(sent).toEqual([open, { event: "joinNotification", args: [] }]);
    joins.onDisconnected();
    joins.onConnected();
    expect(sent).toHaveLength(4);
  });

  it("end with their last user", () => {
    const sent: Join[] = [];
    const joins = createJoins((join) => sent.push(join));
    const [leave, leaveToo] = [joins.add(open), joins.add(open)];
    leave();
    joins.onConnected();
    expect(sent).toEqual([open]);
    leaveToo();
    joins.onConnected();
    expect(sent).toEqual([open]);
  });

  it("are sent again when they come back, because the server may hold another one in their place", () => {
    const sent: unknown[] = [];
    const joins = createJoins(({ args }) => sent.push(args[0]));
    joins.onConnected();
    joins.add({ event: "watchCounts", args: ["mine"] })();
    joins.add({ event: "watchCounts", args: ["all"] })();
    joins.add({ event: "watchCounts", args: ["mine"] });
    expect(sent).toEqual(["mine", "all", "mine"]);
  });
});

describe("the rows of tickets on the screen", () => {
  it("are said together and only when they are others than before, with those that are gone", () => {
    const said: (readonly number[])[] = [];
    const ended: (readonly number[])[] = [];
    const gone: (readonly number[])[] = [];
    const reports: (() => void)[] = [];
    const rows = createWatchedRows({
      say: (ids) => (said.push(ids), () => void ended.push(ids)),
      onGone: (ids) => gone.push(ids),
      later: (report) => reports.push(report),
    });
    const [leave] = [9, 7, 8].map((id) => rows.add(id));
    const leaveToo = rows.add(7);
    expect([reports.length, said]).toEqual([1, []]);
    reports.shift()?.();
    expect([said, ended, gone]).toEqual([[[7, 8, 9]], [], [[]]]);
    leaveToo();
    leave?.();
    rows.add(9);
    reports.shift()?.();
    expect(said).toHaveLength(1);
    for (let id = 100; id < 250; id += 1) rows.add(id);
    leave?.();
    reports.shift()?.();
    expect([said[1]?.length, ended, gone.at(-1)]).toEqual([100, [[7, 8, 9]], [9]]);
    expect(reports).toEqual([]);
  });
});
