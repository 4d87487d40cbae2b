import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { aTicketState } from "@balcao/testing/cast";
import { applyIntent, effectsFor, TRANSITIONS, type TicketIntent } from "../tickets/index.js";
import { decideFlow, FLOW, flowStateOf, isAnsweredContact, isBreakerOpen, mayAttend, nextAttendant, reopenedStep } from "./index.js";
import type { FlowCell, FlowChange, FlowFacts, FlowPlace, DecidedState } from "./index.js";
import { printFlow } from "./printFlow.fixture.js";

const SALES = { id: 1, name: "Vendas" };
const SUPPORT = { id: 2, name: "Suporte" };
const PLACE: FlowPlace = { status: "pending", userId: null, queueId: null, step: "fresh", isAnswered: true };
const FACTS: FlowFacts = {
  isOpen: true,
  otherId: null,
  hoursOf: () => ({ isOpen: true, otherId: null }),
  isFirst: true,
  queues: [SALES, SUPPORT],
  isRedirected: false,
  queueId: null,
  text: "Oi",
  tapped: null,
  isWithBot: false,
  botOf: () => null,
  questions: [],
  menu: { shown: [1, 2], repeats: 0, shownMsAgo: null },
};
const HOURS = { id: 1, name: "Qual o horário?", opensTicket: false };
const ORDER = { id: 2, name: "Onde está o meu pedido?", opensTicket: true };
const questions = [HOURS, ORDER];
const asks = { botOf: () => "questions" as const };
const chats = { botOf: () => "chatbot" as const };
/** A queue that is closed, and which one takes over. */
const closed = (id: number, otherId: number | null): Partial<FlowFacts> => ({
  hoursOf: (queueId) => (queueId === id ? { isOpen: false, otherId } : { isOpen: true, otherId: null }),
});
const menu = (more: Partial<FlowFacts["menu"]>): FlowFacts["menu"] => ({ ...FACTS.menu, ...more });

describe("the state of a ticket for the flow", () => {
  it.each<[string, Partial<FlowPlace>, DecidedState | "rating"]>([
    ["a new one", {}, "fresh"],
    ["one whose menu is open", { step: "menu" }, "choosing"],
    ["one whose queue a person set while the menu was open", { step: "menu", queueId: 1 }, "waiting"],
    ["one that was answered", { step: "done" }, "waiting"],
    ["one with a person", { userId: 4 }, "attended"],
    ["an open one", { status: "open", userId: 4, step: "menu" }, "attended"],
    ["a paused one", { status: "paused", userId: 4 }, "attended"],
    ["a group", { status: "group" }, "attended"],
    ["one of the bot", { status: "bot", step: "asking", queueId: 1 }, "asking"],
    ["one of the bot whose step is another", { status: "bot", step: "done" }, "asking"],
    ["one of the chatbot", { status: "bot", step: "chatting" }, "chatting"],
    ["one of the bot whose contact has automatic answers off", { status: "bot", step: "asking", isAnswered: false }, "unanswered"],
    ["one of a contact without automatic answers", { isAnswered: false }, "unanswered"],
    ["one that waits for a rating", { status: "nps", userId: 4, isAnswered: false }, "rating"],
  ])("is, for %s, %o: %s [D-168, D-169]", (_what, more, state) => {
    expect(flowStateOf({ ...PLACE, ...more })).toBe(state);
  });
});

describe("the flow decides by its table", () => {
  it.each<[DecidedState, string, Partial<FlowFacts>]>([
    ["fresh", "outsideHours", { isOpen: false, isRedirected: true }],
    ["fresh", "closedElsewhere", { isOpen: false, otherId: 2, queues: [SALES] }],
    ["choosing", "choosesClosed", { text: "2", ...closed(2, null) }],
    ["choosing", "closedElsewhere", { text: "2", ...closed(2, 1) }],
    ["choosing", "chooses", { text: "1", ...closed(2, 1) }],
    ["choosing", "unclear", { text: "3", ...closed(2, 1) }],
    ["asking", "closedElsewhere", { isOpen: false, otherId: 2, questions, text: "1" }],
    ["chatting", "closedElsewhere", { isOpen: false, otherId: 2, ...chats }],
    ["waiting", "closedElsewhere", { isOpen: false, otherId: 2 }],
    ["fresh", "redirected", { isRedirected: true }],
    ["fresh", "noQueue", { queues: [] }],
    ["fresh", "oneQueue", { queues: [SALES] }],
    ["fresh", "oneQueue", { queueId: 1 }],
    ["fresh", "severalQueues", {}],
    ["fresh", "severalQueues", { text: "1" }],
    ["choosing", "outsideHours", { isOpen: false, text: "1" }],
    ["choosing", "chooses", { text: "2" }],
    ["choosing", "chooses", { text: "vendas", menu: menu({ repeats: 3 }) }],
    ["choosing", "wantsAgent", { text: "99" }],
    ["choosing", "wantsEnd", { text: "00" }],
    ["choosing", "wantsEnd", { text: "00", queues: [] }],
    ["choosing", "unclear", { text: null }],
    ["choosing", "unclear", { text: "3", menu: menu({ repeats: 2, shownMsAgo: 3_000 }) }],
    ["choosing", "unclearTooSoon", { menu: menu({ shownMsAgo: 2_999 }) }],
    ["choosing", "unclearTooOften", { menu: menu({ repeats: 3, shownMsAgo: 9_000 }) }],
    ["choosing", "nothingToChoose", { queues: [], text: "99" }],
    ["fresh", "noQueueAsks", { queues: [], ...asks }],
    ["fresh", "noQueueChats", { queues: [], ...chats }],
    ["fresh", "oneQueueAsks", { queues: [SALES], ...asks }],
    ["fresh", "oneQueueAsks", { queueId: 2, botOf: (id) => (id === 2 ? "questions" : null) }],
    ["fresh", "oneQueueChats", { queues: [SALES], ...chats }],
    ["fresh", "severalQueues", { ...asks }],
    ["choosing", "chooses", { text: "Vend…", tapped: 1 }],
    ["choosing", "unclear", { text: "Vend…", tapped: 3 }],
    ["choosing", "choosesAsks", { text: "2", botOf: (id) => (id === 2 ? "questions" : null) }],
    ["choosing", "choosesChats", { text: "2", ...chats }],
    ["asking", "outsideHours", { isOpen: false, questions, text: "1" }],
    ["asking", "chooses", { questions, text: "1" }],
    ["asking", "chooses", { questions, text: "qual o horario?", menu: menu({ shownMsAgo: 10, repeats: 2 }) }],
    ["asking", "choosesAgent", { questions, text: "2" }],
    ["asking", "wantsAgent", { questions, text: "99" }],
    ["asking", "wantsAgent", { text: "99" }],
    ["asking", "wantsEnd", { questions, text: "00" }],
    ["asking", "unclear", { questions, text: "3" }],
    ["asking", "unclear", { questions, text: null, menu: menu({ repeats: 1, shownMsAgo: 3_000 }) }],
    ["asking", "unclear", { questions, menu: menu({ repeats: 0, shownMsAgo: 0 }) }],
    ["asking", "unclearTooSoon", { questions, menu: menu({ repeats: 2, shownMsAgo: 2_999 }) }],
    ["asking", "unclearTooOften", { questions, menu: menu({ repeats: 2, shownMsAgo: 3_000 }) }],
    ["asking", "nothingToAsk", { text: "1" }],
    ["chatting", "outsideHours", { isOpen: false, ...chats }],
    ["chatting", "wantsAgent", { text: "99", ...chats }],
    ["chatting", "wantsEnd", { text: "00", ...chats }],
    ["chatting", "writes", { ...chats }],
    ["chatting", "writesNoText", { text: null, ...chats }],
    ["chatting", "noChatbot", {}],
    ["unanswered", "writesToBot", { isWithBot: true, isFirst: false }],
    ["waiting", "outsideHours", { isOpen: false }],
    ["waiting", "writes", {}],
    ["attended", "writes", { isOpen: false }],
    ["unanswered", "writesFirst", { isOpen: false }],
    ["unanswered", "writes", { isFirst: false }],
  ])("%s × %s %o [D-149, D-168, D-170, D-171, D-173, D-174]", (state, event, more) => {
    const cells: Readonly<Record<string, FlowCell>> = FLOW[state];
    expect(decideFlow(state, { ...FACTS, ...more }).cell).toBe(cells[event]);
  });

  it("keeps the answer that led to a choice", () => {
    expect(decideFlow("choosing", { ...FACTS, text: "2" }).answer).toEqual({ id: SUPPORT.id });
  });

  it("names the queue that takes over, and for 99 the first that is open [D-381]", () => {
    const goesTo = (state: DecidedState, more: Partial<FlowFacts>) => decideFlow(state, { ...FACTS, ...more }).goesTo;
    expect(goesTo("waiting", { isOpen: false, otherId: 2 })).toBe(2);
    expect(goesTo("choosing", { text: "2", ...closed(2, 1) })).toBe(1);
    expect(goesTo("choosing", { text: "99", ...closed(1, null) })).toBe(2);
    expect(goesTo("choosing", { text: "99", hoursOf: () => ({ isOpen: false, otherId: null }) })).toBe(1);
  });

  it("has for each cell the texts, the change and the next step of the decisions [D-145, D-168 to D-174]", () => {
    const short = Object.entries(FLOW).flatMap(([state, cells]) =>
      Object.entries<FlowCell>(cells).map(
        ([event, { texts, change, next }]) => `${state} ${event}: ${texts.join("+") || "-"} ${change} ${next}`,
      ),
    );
    expect(short).toEqual([
      "fresh outsideHours: outOfHours presetOnlyQueue fresh",
      "fresh closedElsewhere: greeting+queueGreeting enterOtherQueue done",
      "fresh redirected: redirectGreeting followRedirect done",
      "fresh noQueue: greeting none done",
      "fresh noQueueAsks: greeting+questions startBot asking",
      "fresh noQueueChats: greeting startBot chatting",
      "fresh oneQueue: greeting+queueGreeting enterOnlyQueue done",
      "fresh oneQueueAsks: greeting+queueGreeting+questions startBotInOnlyQueue asking",
      "fresh oneQueueChats: greeting+queueGreeting startBotInOnlyQueue chatting",
      "fresh severalQueues: greetingWithMenu none menu",
      "fresh answeredOnPhone: - none done",
      "choosing outsideHours: outOfHours none menu",
      "choosing choosesClosed: outOfHours enterClosedQueue done",
      "choosing closedElsewhere: queueGreeting enterOtherQueue done",
      "choosing chooses: queueGreeting enterChosenQueue done",
      "choosing choosesAsks: queueGreeting+questions startBotInChosenQueue asking",
      "choosing choosesChats: queueGreeting startBotInChosenQueue chatting",
      "choosing wantsAgent: waitNotice enterFirstQueue done",
      "choosing wantsEnd: farewell closeByContact done",
      "choosing unclear: menu none menu",
      "choosing unclearTooSoon: - none menu",
      "choosing unclearTooOften: - none menu",
      "choosing nothingToChoose: - none done",
      "choosing answeredOnPhone: - none done",
      "asking outsideHours: outOfHours none asking",
      "asking closedElsewhere: queueGreeting enterOtherQueue done",
      "asking chooses: questionAnswer+questions none asking",
      "asking choosesAgent: questionAnswer leaveBot done",
      "asking wantsAgent: waitNotice leaveBotForAgent done",
      "asking wantsEnd: farewell closeByContact done",
      "asking unclear: questions none asking",
      "asking unclearTooSoon: - none asking",
      "asking unclearTooOften: - leaveBot done",
      "asking nothingToAsk: - leaveBot done",
      "asking answeredOnPhone: - leaveBotToPhone done",
      "chatting outsideHours: outOfHours none chatting",
      "chatting closedElsewhere: queueGreeting enterOtherQueue done",
      "chatting wantsAgent: waitNotice leaveBotForAgent done",
      "chatting wantsEnd: farewell closeByContact done",
      "chatting writes: - none chatting",
      "chatting writesNoText: - leaveBot done",
      "chatting noChatbot: - leaveBot done",
      "chatting answeredOnPhone: - leaveBotToPhone done",
      "waiting outsideHours: outOfHours none done",
      "waiting closedElsewhere: queueGreeting enterOtherQueue done",
      "waiting writes: - none done",
      "attended writes: - none done",
      "unanswered writesFirst: - none done",
      "unanswered writes: - none done",
      "unanswered writesToBot: - leaveBot done",
      "reached optsOut: optOutAnswer closeOptedOut done",
      "reached optsOutBesides: optOutAnswer none fresh",
      "rating scores: ratingThanks rate done",
      "rating writes: - setRatingAside done",
    ]);
  });

  it("sends what the ticket machine sends for the same change", () => {
    const intents: Partial<Record<FlowChange, TicketIntent>> = {
      enterChosenQueue: "chooseQueue",
      closeByContact: "closeByContact",
      leaveBotForAgent: "askForAgent",
      rate: "rate",
    };
    const ticket = aTicketState(PLACE);
    for (const cell of Object.values(FLOW).flatMap((cells) => Object.values<FlowCell>(cells))) {
      const intent = intents[cell.change];
      if (intent === undefined) continue;
      expect(cell.texts).toEqual(effectsFor(TRANSITIONS[intent].effects, ticket, ticket).filter((effect) => effect !== "endDialogue"));
    }
    expect(applyIntent(ticket, "chooseQueue", { queueId: 1 }, new Date())).toMatchObject({ ok: true });
  });

  it("is printed to docs/FLOW.md as a table and a diagram", async () => {
    const file = path.join(process.cwd(), "docs", "FLOW.md");
    if (process.env["UPDATE_FLOW"] === "1") await writeFile(file, printFlow());
    expect(await readFile(file, "utf8")).toBe(printFlow());
  });
});

describe("who is answered", () => {
  const own = new Set(["5511900000001"]);
  it.each([
    [{ isGroup: false, autoReply: true, number: "5511911112222" }, true],
    [{ isGroup: false, autoReply: true, number: null }, true],
    [{ isGroup: false, autoReply: false, number: "5511911112222" }, false],
    [{ isGroup: true, autoReply: true, number: null }, false],
    [{ isGroup: false, autoReply: true, number: "5511900000001" }, false],
    [{ isGroup: false, autoReply: true, number: "4004" }, false],
  ])("%o: %s [D-131]", (contact, answered) => {
    expect(isAnsweredContact(contact, own)).toBe(answered);
  });

  it("no longer, once a text more would exceed the limit", () => {
    expect([isBreakerOpen(11, 1), isBreakerOpen(12, 1), isBreakerOpen(11, 2)]).toEqual([false, true, true]);
  });
});

describe("a reopened ticket", () => {
  it("chooses a queue again only where it has none and there are several [D-172]", () => {
    expect(reopenedStep(null, [SALES, SUPPORT])).toBe("menu");
    expect(reopenedStep(1, [SALES, SUPPORT])).toBe("done");
    expect(reopenedStep(null, [SALES])).toBe("done");
  });
});

describe("an attendant", () => {
  const person = {
    id: 1,
    active: true,
    queueIds: [1],
    isOnline: true,
    takesShares: true,
    profile: "user" as const,
    startTime: "08:00",
    endTime: "18:00",
    weekdays: true,
    saturday: false,
    sunday: false,
    holidays: false,
  };
  const noon = new Date("2026-11-16T15:00:00Z");
  const may = (more: object, at = noon): boolean => mayAttend({ ...person, ...more }, 1, at, "America/Sao_Paulo");

  it("is active, in the queue, online, not set away and within working hours [D-158, D-542]", () => {
    expect(may({})).toBe(true);
    expect([{ active: false }, { queueIds: [2] }, { isOnline: false }, { takesShares: false }].map((more) => may(more))).toEqual(
      Array(4).fill(false),
    );
    expect(may({}, new Date("2026-11-16T23:00:00Z"))).toBe(false);
  });

  it("is followed by the next in the order who has not had the ticket; after the last one by nobody [D-175]", () => {
    expect(nextAttendant([4, 5, 6], [4], new Set([5, 6]))).toBe(5);
    expect(nextAttendant([4, 5, 6], [4], new Set([6]))).toBe(6);
    expect(nextAttendant([4, 5], [4, 5], new Set([4, 5]))).toBeNull();
  });
});
