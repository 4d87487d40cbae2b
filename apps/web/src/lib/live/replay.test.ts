import { QueryClient } from "@tanstack/react-query";
import { createReplay } from "./replay";

/** A list of numbers, each event of which adds one. */
function stage(live: boolean) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const hear = createReplay(client);
  const heard = (number: number): void => {
    const apply = () => client.setQueryData<number[]>(["list"], (list) => list && [...new Set([...list, number])]);
    apply();
    hear(() => void apply());
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
  return { client, ask, heard, list, answer: (value: number[]) => answer(value), refuse: () => refuse(new Error("no")) };
}

describe("events that come while a GET is under way", () => {
  it("are applied again to its older answer, in order, and those of before are not", async () => {
    const { ask, heard, list, answer } = stage(true);
    const first = ask();
    answer([1]);
    await first;
    heard(2);
    const second = ask();
    heard(3);
    heard(4);
    answer([1]);
    await second;
    expect(list()).toEqual([1, 3, 4]);
    const third = ask();
    answer([1]);
    await third;
    expect(list()).toEqual([1]);
  });

  it("are forgotten with a GET that fails, and concern no data but live data", async () => {
    const failing = stage(true);
    const failed = failing.ask();
    failing.heard(1);
    failing.refuse();
    await failed;
    const next = failing.ask();
    failing.answer([7]);
    await next;
    expect(failing.list()).toEqual([7]);
    const still = stage(false);
    const asked = still.ask();
    still.heard(1);
    still.answer([7]);
    await asked;
    expect(still.list()).toEqual([7]);
  });
});
