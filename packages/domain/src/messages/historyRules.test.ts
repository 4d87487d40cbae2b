import { anActor } from "@balcao/testing/cast";
import { matches, type Actor, type Profile } from "../access/index.js";
import { historyCondition, restrictsHistory, sharedHistory, type Histories, type HistoryFacts } from "./index.js";

const SALES = 1;
const SUPPORT = 2;
const BY_QUEUE = 7;
const BY_USER = 8;
const OPEN = 9;
const histories: Histories = { byQueue: [BY_QUEUE], byUser: [BY_USER] };
const person = (id: number, profile: Profile, queueIds: readonly number[], active = true): Actor =>
  anActor(id, profile, { queueIds, active });
const ana = person(10, "user", [SALES]);
const bia = person(12, "user", [SUPPORT]);
const marta = person(13, "gerente", [SUPPORT]);
const davi = person(1, "admin", []);
const said = (connectionId: number | null, more: Partial<HistoryFacts> = {}): HistoryFacts => ({
  connectionId,
  queueId: SALES,
  ownerId: ana.id,
  authorId: null,
  isRecovered: false,
  ...more,
});
const sees = (actor: Actor, facts: HistoryFacts): boolean => matches(historyCondition(actor, histories), facts);

describe("the part of a history that a person sees", () => {
  it("by queue is what was recorded in a queue of theirs or in none, for a gerente too [D-078]", () => {
    expect([ana, bia, marta].map((who) => sees(who, said(BY_QUEUE)))).toEqual([true, false, false]);
    expect([ana, bia, marta].map((who) => sees(who, said(BY_QUEUE, { queueId: null })))).toEqual([true, true, true]);
  });

  it("by user is what was recorded while it was theirs or nobody's [D-078]", () => {
    expect([ana, bia, marta].map((who) => sees(who, said(BY_USER)))).toEqual([true, false, false]);
    expect([ana, bia, marta].map((who) => sees(who, said(BY_USER, { ownerId: null })))).toEqual([true, true, true]);
  });

  it("is all of it where the connection restricts nothing or is gone, and for administrators [D-078]", () => {
    expect([said(OPEN), said(null)].map((facts) => sees(bia, facts))).toEqual([true, true]);
    expect([said(BY_QUEUE), said(BY_USER)].map((facts) => sees(davi, facts))).toEqual([true, true]);
    expect(historyCondition(bia, { byQueue: [], byUser: [] })).toEqual({ op: "always" });
  });

  it("has what they wrote themselves and what a transfer recovered, whoever had the ticket [D-055, D-078]", () => {
    for (const connectionId of [BY_QUEUE, BY_USER]) {
      expect(sees(bia, said(connectionId, { authorId: bia.id }))).toBe(true);
      expect(sees(bia, said(connectionId, { isRecovered: true }))).toBe(true);
    }
  });

  it("is all of a conversation for its guests, as long as they are [D-550]", () => {
    for (const connectionId of [BY_QUEUE, BY_USER]) {
      expect(sees(bia, said(connectionId, { guestIds: [marta.id, bia.id] }))).toBe(true);
      expect(sees(bia, said(connectionId, { guestIds: [marta.id] }))).toBe(false);
    }
    expect(sees(person(12, "user", [SUPPORT], false), said(BY_QUEUE, { guestIds: [12] }))).toBe(false);
  });

  it("is nothing for an inactive account, an administrator's too", () => {
    expect(sees(person(1, "admin", [], false), said(OPEN))).toBe(false);
  });

  it("is never widened by a text that is made of it and recorded where others read it [D-078, D-080]", () => {
    const places = [SALES, SUPPORT, null].flatMap((queueId) => [ana.id, bia.id, null].map((ownerId) => ({ queueId, ownerId })));
    const messages = [BY_QUEUE, BY_USER, OPEN].flatMap((connectionId) =>
      places.flatMap((place) => [ana.id, null].map((authorId) => said(connectionId, { ...place, authorId }))),
    );
    let shared = 0;
    for (const [writer, place] of [ana, davi].flatMap((who) => places.map((each) => [who, each] as const))) {
      for (const message of messages.filter((each) => matches(sharedHistory(writer, place, histories), each))) {
        const text = said(message.connectionId ?? OPEN, { ...place, authorId: writer.id });
        const blind = [ana, bia, marta, davi].filter((reader) => sees(reader, text) && !sees(reader, message));
        expect([writer, place, message, blind]).toEqual([writer, place, message, []]);
        shared += 1;
      }
    }
    expect(shared).toBeGreaterThan(100);
  });

  it("is restricted on the connections that say so", () => {
    expect([BY_QUEUE, BY_USER, OPEN, null].map((id) => restrictsHistory(histories, id))).toEqual([true, true, false, false]);
  });
});
