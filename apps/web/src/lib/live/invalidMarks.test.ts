import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { keepInvalidMarks } from "./invalidMarks";

describe("data that must be read again", () => {
  const client = new QueryClient();
  keepInvalidMarks(client);
  afterEach(() => client.clear());

  /** Shows the list for a moment; returns what was read for it. */
  async function shows(answers: string[]): Promise<string | undefined> {
    const queryFn = () => answers.shift() ?? "nothing";
    const observer = new QueryObserver(client, { queryKey: ["list"], queryFn, staleTime: Infinity });
    const stop = observer.subscribe(() => undefined);
    await client
      .getQueryCache()
      .find({ queryKey: ["list"] })
      ?.promise?.catch(() => undefined);
    stop();
    return client.getQueryData(["list"]);
  }

  it("is read when it is shown, also when an event changed a part of it meanwhile", async () => {
    client.setQueryData(["list"], "before");
    await client.invalidateQueries({ queryKey: ["list"] });
    client.setQueryData(["list"], "before, with the event");
    expect(client.getQueryState(["list"])?.isInvalidated).toBe(true);
    expect(await shows(["as it is now", "read twice"])).toBe("as it is now");
    client.setQueryData(["list"], "with the next event");
    expect(client.getQueryState(["list"])?.isInvalidated).toBe(false);
    expect(await shows(["read again"])).toBe("with the next event");
  });
});
