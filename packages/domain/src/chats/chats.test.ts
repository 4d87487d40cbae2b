import { mayRemove, readsChat, takesPart, toParticipantChange, writesChat } from "./index.js";

const ana = { id: 2, profile: "user", active: true } as const;
const bia = { ...ana, id: 4 };
const davi = { id: 1, profile: "admin", active: true } as const;
const pair = { isGroup: false, userId: 2, peopleIds: [2, 3], goneIds: [] };

describe("who reads and writes a chat", () => {
  it.each([
    ["a participant", ana, pair, true, true],
    ["somebody else", bia, pair, false, false],
    ["an administrator", davi, pair, true, false],
    ["an administrator who takes part", davi, { ...pair, peopleIds: [1, 2] }, true, true],
    ["an inactive participant", { ...ana, active: false }, pair, false, false],
    ["the one who is left", ana, { ...pair, goneIds: [3] }, true, false],
    ["a member of a group that lost somebody", ana, { ...pair, isGroup: true, goneIds: [3] }, true, true],
  ] as const)("%s [CHAT-009, CHAT-010, D-093, D-096]", (_who, person, chat, reads, writes) => {
    expect([readsChat(person, chat), writesChat(person, chat)]).toEqual([reads, writes]);
    expect(takesPart(person, chat)).toBe(chat.peopleIds.some((id) => id === person.id));
  });

  it("names whom a change adds and removes, and lets nobody but the creator remove the creator [D-092]", () => {
    expect(toParticipantChange(pair, [3, 5, 5])).toEqual({ added: [5], removed: [2] });
    expect([mayRemove(bia, pair, [2]), mayRemove(ana, pair, [2]), mayRemove(bia, pair, [3])]).toEqual([false, true, true]);
  });
});
