import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { patience } from "@balcao/testing/patience";
import { refetchLive } from "./refetchLive";

/** A GET whose answers are given one by one. */
function createGet() {
  const waiting: ((answer: string) => void)[] = [];
  let calls = 0;
  return {
    ask: () => {
      calls += 1;
      return new Promise<string>((resolve) => waiting.push(resolve));
    },
    answer: (text: string) => waiting.shift()?.(text),
    calls: () => calls,
  };
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + patience(2_000);
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("The condition never came true.");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

function show(client: QueryClient, name: string, get: ReturnType<typeof createGet>, meta: Record<string, unknown> = { live: true }) {
  const observer = new QueryObserver(client, { queryKey: [name], queryFn: get.ask, meta, retry: false });
  return { data: () => observer.getCurrentResult().data, close: observer.subscribe(() => undefined) };
}

describe("everything that is kept live", () => {
  const client = new QueryClient();
  afterEach(() => client.clear());

  it("is asked for again when a first answer was on its way, because it may be older than the socket [P-25]", async () => {
    const get = createGet();
    const list = show(client, "first", get);
    refetchLive(client);
    get.answer("before the message");
    await until(() => get.calls() === 2);
    get.answer("with the message");
    await until(() => list.data() === "with the message");
    expect(get.calls()).toBe(2);
    list.close();
  });

  it("is asked for once when its answer is there, and what is not live not at all", async () => {
    const [live, other] = [createGet(), createGet()];
    const list = show(client, "live", live);
    const page = show(client, "other", other, {});
    live.answer("before");
    other.answer("stays");
    await until(() => list.data() === "before" && page.data() === "stays");
    refetchLive(client);
    live.answer("after");
    await until(() => list.data() === "after");
    expect([live.calls(), other.calls()]).toEqual([2, 1]);
    [list, page].forEach(({ close }) => close());
  });
});
