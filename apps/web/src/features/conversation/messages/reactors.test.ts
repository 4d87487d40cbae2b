import { toReactors } from "./reactors";

const words = { you: "Você", us: "Nós", somebody: "Participante" };
const ANA = 7;
const of = (by: { readonly id: string | null; readonly userId: number | null; readonly name: string | null }) =>
  toReactors([{ emoji: "👍", count: 1, fromMe: by.id === null, by: [by] }], ANA, words)[0]?.name;

describe("the names of those who reacted", () => {
  it.each([
    ["oneself", { id: null, userId: ANA, name: "Ana" }, "Você"],
    ["a colleague", { id: null, userId: 8, name: "Rui" }, "Rui"],
    ["our phone", { id: null, userId: null, name: null }, "Nós"],
    ["a contact", { id: "phone:5511900000001", userId: null, name: "Maria" }, "Maria"],
    ["a participant who is no contact", { id: "phone:5511900000001", userId: null, name: null }, "+55 (11) 90000-0001"],
    ["one without a phone", { id: "lid:123", userId: null, name: null }, "Participante"],
  ])("%s", (_who, by, name) => expect(of(by)).toBe(name));

  it("come once per reaction, in its order", () => {
    const by = (id: string) => ({ id, userId: null, name: id });
    const reactions = [
      { emoji: "👍", count: 2, fromMe: false, by: [by("a"), by("b")] },
      { emoji: "❤️", count: 1, fromMe: false, by: [by("c")] },
    ];
    expect(toReactors(reactions, ANA, words).map(({ emoji, name }) => `${emoji}${name}`)).toEqual(["👍a", "👍b", "❤️c"]);
  });
});
