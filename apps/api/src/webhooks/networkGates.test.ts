import { createNetworkGates } from "./networkGates.js";

describe("the gates of large bodies", () => {
  it("have places for each network: who fills those of one holds up nobody else [S-57]", async () => {
    const gateOf = createNetworkGates(2);
    const entered: string[] = [];
    const enter = async (ip: string, name: string) => {
      const leave = await gateOf(ip).enter();
      entered.push(name);
      return leave;
    };
    const [first] = await Promise.all([enter("2001:db8::1", "stranger 1"), enter("2001:db8::2", "stranger 2")]);
    const third = enter("2001:db8::3", "stranger 3");
    const leaveGateway = await enter("10.0.0.7", "gateway");
    expect(entered).toEqual(["stranger 1", "stranger 2", "gateway"]);
    first();
    first();
    await third;
    leaveGateway();
    const fourth = enter("2001:db8::4", "stranger 4");
    await enter("10.0.0.7", "gateway again");
    expect(entered.slice(3)).toEqual(["stranger 3", "gateway again"]);
    (await third)();
    await fourth;
    expect(entered.at(-1)).toBe("stranger 4");
  });
});
