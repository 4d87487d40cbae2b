import { QueryClient } from "@tanstack/react-query";
import { createReplay } from "./replay";

/** A query of numbers and events that each append one number. */
function stage(live: boolean) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const replay = createReplay(client);
  const receive = (number: number): void => {
    const apply = () => client.setQueryData<number[]>(["list"], (list) => list && [...new Set([...list, number])]);
    apply();
    replay(() => void apply());
  };
  let answer: (list: number[]) => void = () => undefined;
  let refuse: (error: Error) => void = () => undefined;
  const ask = () =>
    client
      .query({
        queryKey: ["list"],
        queryFn: () =>
          new Promise<number[]>((resolve, reject) => {
            answer = resolve;
            refuse = reject;
          }),
        staleTime: 0,
        meta: { live },
      })
      .catch(() => undefined);
  const list = () => client.getQueryData<number[]>(["list"]);
  return { client, ask, receive, list, answer: (value: number[]) => answer(value), refuse: () => refuse(new Error("no")) };
}

describe("events that arrive during a GET", () => {
  it("are applied again to its answer, in order; earlier events are not", async () => {
    const { ask, receive, list, answer } = stage(true);
    const first = ask();
    answer([1]);
    await first;
    receive(2);
    const second = ask();
    receive(3);
    receive(4);
    answer([1]);
    await second;
    expect(list()).toEqual([1, 3, 4]);
    const third = ask();
    answer([1]);
    await third;
    expect(list()).toEqual([1]);
  });

  it("are dropped when the GET fails, and apply to live data only", async () => {
    const failing = stage(true);
    const failed = failing.ask();
    failing.receive(1);
    failing.refuse();
    await failed;
    const next = failing.ask();
    failing.answer([7]);
    await next;
    expect(failing.list()).toEqual([7]);
    const still = stage(false);
    const answered = still.ask();
    still.receive(1);
    still.answer([7]);
    await answered;
    expect(still.list()).toEqual([7]);
  });
});
