import { COMBINED_KEYS, LETTER_KEYS, offer, runsOf } from "./offeredKeys";

describe("offer", () => {
  it("does what is offered at a letter or at keys with a modifier, until the offer ends [CONV-001]", () => {
    const done: string[] = [];
    const end = offer(["comment", "transfer"], (id) => done.push(id));
    const press = (keys: string) => runsOf(keys).forEach((run) => run());
    press("c");
    press("mod+shift+k");
    press("t");
    press("f");
    expect(done).toEqual(["comment", "comment", "transfer"]);
    end();
    press("c");
    expect(done).toHaveLength(3);
  });

  it("accepts at the letter with which the list accepts [CONV-001]", () => {
    const done: string[] = [];
    const end = offer(["accept"], (id) => done.push(id));
    expect(LETTER_KEYS).toContain("a");
    runsOf("a").forEach((run) => run());
    end();
    expect(done).toEqual(["accept"]);
  });

  it("keeps what another part offers at the same keys", () => {
    const done: string[] = [];
    const end = offer(["find"], () => done.push("first"));
    const endOther = offer(["find"], () => done.push("other"));
    end();
    runsOf("f").forEach((run) => run());
    expect(done).toEqual(["other"]);
    endOther();
  });
});

describe("the keys of a conversation", () => {
  it("leave plain keys to the message box", () => {
    expect(LETTER_KEYS).toEqual(expect.arrayContaining(["c", "e", "u"]));
    expect(LETTER_KEYS.filter((keys) => ["/", "up", "esc", "end", "enter"].includes(keys) || keys.includes("+"))).toEqual([]);
    expect(COMBINED_KEYS).toEqual(expect.arrayContaining(["mod+shift+k", "mod+shift+e", "mod+shift+m"]));
  });
});
