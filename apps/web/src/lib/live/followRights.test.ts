import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { followRights } from "./followRights";

const ana = { id: 3, name: "Ana", profile: "user", active: true, queues: [{ id: 10 }] };
const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
followRights(client);

/** A browser of Ana that shows a list; `asked` counts how often it was read. */
function shows() {
  let asked = 0;
  client.setQueryData(["session"], ana);
  client.setQueryData(["list"], []);
  const queryFn = () => {
    asked += 1;
    return [];
  };
  const stop = new QueryObserver(client, { queryKey: ["list"], queryFn, meta: { live: true } }).subscribe(() => undefined);
  return { asked: () => asked, close: () => (stop(), client.clear()) };
}

describe("what is shown when the own account changes", () => {
  it("is read again after a change of queues or profile, because other tickets may be seen with them", () => {
    const { asked, close } = shows();
    client.setQueryData(["session"], { ...ana, name: "Ana Lima" });
    expect(asked()).toBe(0);
    client.setQueryData(["session"], { ...ana, queues: [{ id: 11 }] });
    expect(asked()).toBe(1);
    close();
  });
});
