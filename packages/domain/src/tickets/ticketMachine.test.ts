import { aTicketState } from "@balcao/testing/cast";
import type { AutomaticReason } from "../closing/index.js";
import { applyIntent, intentsFrom, TICKET_INTENTS, TRANSITIONS, type TicketIntent, type TicketIntents } from "./ticketMachine.js";
import type { TicketEffect } from "./ticketEffects.js";
import { openingState, type TicketColumns, type TicketState } from "./ticketState.js";
import {
  acceptsMessages,
  bucketOf,
  isLive,
  LIST_STATUSES,
  LISTED_BUCKETS,
  statusOf,
  TICKET_BUCKETS,
  TICKET_ORIGINS,
  TICKET_STATUSES,
  type TicketStatus,
} from "./ticketStatus.js";

const BEFORE = new Date("2026-01-05T12:00:00Z");
const NOW = new Date("2026-01-05T13:00:00Z");
const ANA = 10;
const RUI = 11;

const base = aTicketState({ queueId: 3 });
const pending = base;
const bot: TicketState = { ...base, status: "bot" };
const open: TicketState = { ...base, status: "open", userId: ANA, acceptedAt: BEFORE };
const paused: TicketState = { ...open, status: "paused", pauseTag: "Aguardando peça" };
const LATER = new Date("2026-01-06T12:00:00Z");
const asleep: TicketState = { ...open, status: "paused", snooze: "asleep", wakesAt: LATER };
const nps: TicketState = { ...open, status: "nps", closedAt: BEFORE };
const closed: TicketState = { ...open, status: "closed", closedAt: BEFORE };
const group: TicketState = { ...base, status: "group", isGroup: true };
const ownedGroup: TicketState = { ...group, userId: ANA, acceptedAt: BEFORE };
const closedGroup: TicketState = { ...ownedGroup, status: "closed", closedAt: BEFORE };
const byStatus: Record<TicketStatus, TicketState> = { pending, bot, open, paused, nps, closed, group };

interface Move {
  title: string;
  before: TicketState;
  apply: (ticket: TicketState) => ReturnType<typeof applyIntent>;
  patch: Partial<TicketColumns>;
  effects: TicketEffect[];
}

function move<I extends TicketIntent>(
  title: string,
  before: TicketState,
  intent: I,
  input: TicketIntents[I],
  patch: Partial<TicketColumns>,
  effects: TicketEffect[] = [],
): Move {
  return { title, before, apply: (ticket) => applyIntent(ticket, intent, input, NOW), patch, effects };
}

const SAID = { reason: 5, note: "Pago" } as const;
const automatic = (reason: AutomaticReason) => ({ reason, note: null });
const toWaiting = { status: "pending", userId: null } as const;

// prettier-ignore
const MOVES: Move[] = [
  move("opens a waiting ticket for the agent who accepts [TICKET-006]", pending, "accept", { userId: ANA }, { status: "open", userId: ANA, acceptedAt: NOW }, ["endDialogue"]),
  move("opens a bot ticket for the agent who accepts [TICKET-006]", bot, "accept", { userId: ANA }, { status: "open", userId: ANA, acceptedAt: NOW }, ["endDialogue"]),
  move("puts an accepted ticket into the queue chosen in the dialog [TICKET-006, TICKET-018]", { ...pending, queueId: null }, "accept", { userId: ANA, queueId: 7 }, { status: "open", userId: ANA, queueId: 7, acceptedAt: NOW }, ["endDialogue"]),
  move("gives an accepted group an owner and keeps it a group (D-043)", group, "accept", { userId: ANA }, { userId: ANA, acceptedAt: NOW }),
  move("returns an open ticket to waiting without its owner and in its queue [TICKET-007]", open, "returnToWaiting", {}, toWaiting),
  move("frees a group that is returned and keeps it a group (D-025, D-051)", ownedGroup, "returnToWaiting", {}, { userId: null }),
  move("pauses an open ticket under a tag, with a message if there is one [TICKET-010]", open, "pause", { pauseTag: "Almoço" }, { status: "paused", pauseTag: "Almoço" }, ["pauseMessage"]),
  move("snoozes an open ticket until a time, without a tag (D-440)", open, "snooze", { wakesAt: LATER }, { status: "paused", snooze: "asleep", wakesAt: LATER }, ["pauseMessage"]),
  move("snoozes it until the customer writes (D-440)", open, "snooze", { wakesAt: null, pauseTag: "Peça" }, { status: "paused", pauseTag: "Peça", snooze: "asleep" }, ["pauseMessage"]),
  move("gives a pause an end and keeps its tag (D-440)", paused, "snooze", { wakesAt: LATER }, { snooze: "asleep", wakesAt: LATER }, ["pauseMessage"]),
  move("changes the time of a snooze (D-440)", asleep, "snooze", { wakesAt: NOW }, { wakesAt: NOW }, ["pauseMessage"]),
  move("wakes a ticket for its owner and says why (D-440)", { ...asleep, pauseTag: "Peça" }, "wake", { by: "timeUp", isAway: false }, { status: "open", pauseTag: null, snooze: "timeUp" }),
  move("wakes a ticket for its queue when its owner is away (D-440)", asleep, "wake", { by: "timeUp", isAway: true }, { ...toWaiting, snooze: "timeUp" }, ["distribute"]),
  move("ends a snooze that a person resumes (D-440)", asleep, "resume", {}, { status: "open", snooze: null, wakesAt: null }),
  move("forgets with the next change how a snooze ended (D-440)", { ...open, snooze: "wrote" }, "close", {}, { status: "closed", snooze: null, closedAt: NOW }),
  move("resumes a paused ticket and drops its tag [TICKET-011]", paused, "resume", {}, { status: "open", pauseTag: null }),
  move("closes an open ticket that is resolved, with the farewell [TICKET-008]", open, "resolve", { askRating: false }, { status: "closed", closedAt: NOW }, ["farewell"]),
  move("asks for a rating after the farewell and sets the closing time at once (D-044) [NPS-006]", open, "resolve", { askRating: true }, { status: "nps", closedAt: NOW }, ["farewell", "askRating"]),
  move("never asks an unattended contact for a rating (D-205)", pending, "resolve", { askRating: true }, { status: "closed", closedAt: NOW }, ["endDialogue", "farewell"]),
  move("resolves a group without farewell and rating (D-043, D-056)", ownedGroup, "resolve", { askRating: true }, { status: "closed", closedAt: NOW }),
  move("resolves a paused ticket (D-047)", paused, "resolve", { askRating: false }, { status: "closed", pauseTag: null, closedAt: NOW }, ["farewell"]),
  move("resolves a ticket that waits for a rating silently and keeps its closing time (D-047, D-044)", nps, "resolve", { askRating: true }, { status: "closed" }),
  move("closes from the menu without a text [TICKET-017]", open, "close", {}, { status: "closed", closedAt: NOW }),
  move("keeps why it was resolved, and a note (D-501)", open, "resolve", { askRating: false, reason: 5, note: "Pago" }, { status: "closed", closedAt: NOW, closing: SAID }, ["farewell"]),
  move("keeps them of a ticket that waits for its rating (D-501)", open, "resolve", { askRating: true, reason: 5, note: "Pago" }, { status: "nps", closedAt: NOW, closing: SAID }, ["farewell", "askRating"]),
  move("keeps why it was closed without a text (D-501)", open, "close", { reason: 5, note: "Pago" }, { status: "closed", closedAt: NOW, closing: SAID }),
  move("keeps what was said when the rating comes (D-501)", { ...nps, closing: SAID }, "rate", {}, { status: "closed" }, ["ratingThanks"]),
  move("keeps what was said before where only a note is added (D-501)", { ...nps, closing: SAID }, "close", { note: "Anotado" }, { status: "closed", closing: { reason: 5, note: "Anotado" } }),
  move("takes it away when it is reopened (D-501)", { ...closed, closing: SAID }, "reopen", { userId: RUI }, { status: "open", userId: RUI, closedAt: null, closing: null }),
  move("takes it away when the contact writes again (D-501)", { ...closed, closing: SAID }, "reopenByContact", {}, { ...toWaiting, closedAt: null, closing: null }),
  move("reopens a closed ticket for the acting agent and keeps the first acceptance [TICKET-009]", closed, "reopen", { userId: RUI }, { status: "open", userId: RUI, closedAt: null }),
  move("reopens a ticket that waits for a rating (D-047, D-207)", nps, "reopen", { userId: ANA }, { status: "open", closedAt: null }),
  move("reopens a closed group as a group (D-043)", closedGroup, "reopen", { userId: RUI }, { status: "group", userId: RUI, closedAt: null }),
  move("counts the first opening of a ticket closed by the bot as its acceptance (D-058)", { ...closed, userId: null, acceptedAt: null }, "reopen", { userId: ANA }, { status: "open", userId: ANA, acceptedAt: NOW, closedAt: null }),
  move("sends a transfer without a user to wait in its queue [TICKET-012, TICKET-013]", open, "transfer", { queueId: 8, connectionId: 1 }, { ...toWaiting, queueId: 8 }, ["transferNotice", "distribute"]),
  move("opens a transferred ticket for the chosen user [TICKET-013]", pending, "transfer", { queueId: 8, connectionId: 1, userId: RUI }, { status: "open", userId: RUI, queueId: 8, acceptedAt: NOW }, ["endDialogue", "transferNotice"]),
  move("moves a ticket to another connection [TICKET-004]", open, "transfer", { queueId: 3, connectionId: 2, userId: ANA }, { connectionId: 2 }, ["transferNotice"]),
  move("reopens a closed ticket that is transferred (D-047)", closed, "transfer", { queueId: 8, connectionId: 1 }, { ...toWaiting, queueId: 8, closedAt: null }, ["transferNotice", "distribute"]),
  move("transfers a group without a text and keeps it a group (D-043, D-053)", ownedGroup, "transfer", { queueId: 8, connectionId: 1, userId: RUI }, { userId: RUI, queueId: 8 }),
  move("releases a bot ticket into its queue without an owner [BOT-002]", bot, "releaseFromBot", {}, { status: "pending" }, ["endDialogue"]),
  move("closes a bot ticket from its screen without a text [BOT-003]", bot, "closeFromBot", {}, { status: "closed", closedAt: NOW }, ["endDialogue"]),
  move("greets the contact who chose a queue (D-145, D-168)", { ...pending, queueId: null }, "chooseQueue", { queueId: 4 }, { queueId: 4 }, ["queueGreeting"]),
  move("takes a ticket out of a deleted queue, and its person keeps it (D-161)", open, "leaveQueue", {}, { queueId: null }),
  move("sets the only queue out of hours without a greeting (D-168)", { ...pending, queueId: null }, "presetQueue", { queueId: 4 }, { queueId: 4 }),
  move("assigns a waiting ticket that stays waiting (D-132, D-158)", pending, "assign", { userId: ANA }, { userId: ANA }),
  move("passes an assigned ticket on while it waits (D-175) [SET-003]", { ...pending, userId: ANA }, "reassign", { userId: RUI }, { userId: RUI }),
  move("leaves a ticket to everybody after the last attendant (D-175) [SET-003]", { ...pending, userId: ANA }, "reassign", { userId: null }, { userId: null }),
  move("starts the bot on a waiting ticket (D-169, D-173)", pending, "startBot", {}, { status: "bot" }, ["botOptions"]),
  move("hands a bot ticket to an attendant when the contact types 99 [CONN-019]", bot, "askForAgent", {}, { status: "pending" }, ["endDialogue", "waitNotice", "distribute"]),
  move("hands a bot ticket over when the bot is at its end (D-173)", bot, "handOver", {}, { status: "pending" }, ["endDialogue", "distribute"]),
  move("ends a bot ticket with the farewell when the contact types 00 [CONN-019]", bot, "closeByContact", {}, { status: "closed", closedAt: NOW, closing: automatic("customer") }, ["endDialogue", "farewell"]),
  move("ends the menu with the farewell when the contact types 00 [CONN-019]", pending, "closeByContact", {}, { status: "closed", closedAt: NOW, closing: automatic("customer") }, ["endDialogue", "farewell"]),
  move("brings a contact who writes again soon back to the same queue, unassigned (D-172)", closed, "reopenByContact", {}, { ...toWaiting, closedAt: null }),
  move("gives a closed ticket back to its agent for a message from before the end (D-172)", closed, "resumeByContact", {}, { status: "open", closedAt: null }),
  move("gives back a ticket that waits for a rating in the same way (D-172)", nps, "resumeByContact", {}, { status: "open", closedAt: null }),
  move("lets a ticket wait again that nobody attended (D-172)", { ...closed, userId: null }, "resumeByContact", {}, { status: "pending", closedAt: null }),
  move("clears the owner of a closed group in which somebody writes again (D-043)", closedGroup, "reopenByContact", {}, { status: "group", userId: null, closedAt: null }),
  move("closes a rated ticket with thanks and keeps its closing time (D-044, D-206)", nps, "rate", {}, { status: "closed" }, ["ratingThanks"]),
  move("ends the wait for a rating silently (D-207) [NPS-007]", nps, "expireRating", {}, { status: "closed" }),
  move("closes an idle open ticket with the farewell and without a rating (D-176) [SET-004]", open, "autoClose", {}, { status: "closed", closedAt: NOW, closing: automatic("inactivity") }, ["farewell"]),
  move("makes the first who answers a group its owner (D-043)", group, "takeGroup", { userId: ANA }, { userId: ANA, acceptedAt: NOW }),
  move("hands a ticket to the substitute with its status kept (D-119)", paused, "handToSubstitute", { userId: RUI }, { userId: RUI }),
  move("returns the tickets of a deleted user to waiting without an owner (D-120)", paused, "releaseOwner", {}, { ...toWaiting, pauseTag: null }),
];

describe("applyIntent", () => {
  it.each(MOVES)("$title", ({ before, apply, patch, effects }) => {
    const result = apply(before);
    if (!result.ok || result.unchanged) throw new Error(JSON.stringify(result));
    expect({ ...result.patch }).toEqual(patch);
    expect(result.effects).toEqual(effects);
  });

  it.each([
    ["an accept of the own ticket", applyIntent(open, "accept", { userId: ANA }, NOW)],
    ["an accept of the own group", applyIntent(ownedGroup, "accept", { userId: ANA }, NOW)],
    ["a second return", applyIntent(pending, "returnToWaiting", {}, NOW)],
    ["a second snooze until the same time (D-440)", applyIntent(asleep, "snooze", { wakesAt: LATER }, NOW)],
    ["a second pause", applyIntent(paused, "pause", { pauseTag: "x" }, NOW)],
    ["a second resume", applyIntent(open, "resume", {}, NOW)],
    ["a second resolve", applyIntent(closed, "resolve", { askRating: true }, NOW)],
    ["a second close", applyIntent(closed, "close", {}, NOW)],
    ["a second reopening by the same agent", applyIntent(open, "reopen", { userId: ANA }, NOW)],
    ["a transfer to where it is", applyIntent(open, "transfer", { queueId: 3, connectionId: 1, userId: ANA }, NOW)],
    ["a transfer that names nobody and no other place [D-294]", applyIntent(open, "transfer", { queueId: 3, connectionId: 1 }, NOW)],
    ["such a transfer of a paused ticket [D-294]", applyIntent(paused, "transfer", { queueId: 3, connectionId: 1 }, NOW)],
    ["an assignment to the same person", applyIntent({ ...pending, userId: ANA }, "assign", { userId: ANA }, NOW)],
  ])("leaves the ticket alone at %s (D-047)", (_title, result) => {
    expect(result).toEqual({ ok: true, unchanged: true });
  });

  it.each([
    ["an accept after another agent's (D-048) [TICKET-006]", applyIntent(open, "accept", { userId: RUI }, NOW), "open"],
    ["an accept of another agent's group (D-048)", applyIntent(ownedGroup, "accept", { userId: RUI }, NOW), "group"],
    ["a reopening after another agent's (D-048) [TICKET-009]", applyIntent(open, "reopen", { userId: RUI }, NOW), "open"],
    ["an accept of a paused ticket (D-047)", applyIntent(paused, "accept", { userId: ANA }, NOW), "paused"],
    ["a snooze of a waiting ticket (D-440)", applyIntent(pending, "snooze", { wakesAt: LATER }, NOW), "pending"],
    ["a wake of a pause without an end (D-440)", applyIntent(paused, "wake", { by: "timeUp", isAway: false }, NOW), "paused"],
    ["a pause of a waiting ticket [TICKET-010]", applyIntent(pending, "pause", { pauseTag: "x" }, NOW), "pending"],
    ["a pause of a group (D-025)", applyIntent(ownedGroup, "pause", { pauseTag: "x" }, NOW), "group"],
    ["a return of a paused ticket [TICKET-007]", applyIntent(paused, "returnToWaiting", {}, NOW), "paused"],
    ["another connection for a group (D-054)", applyIntent(ownedGroup, "transfer", { queueId: 3, connectionId: 2 }, NOW), "group"],
    ["an automatic closing of a paused ticket (D-176)", applyIntent(paused, "autoClose", {}, NOW), "paused"],
    ["an automatic closing of a group (D-043)", applyIntent(group, "autoClose", {}, NOW), "group"],
    ["an automatic closing of a waiting ticket (D-175)", applyIntent(pending, "autoClose", {}, NOW), "pending"],
    ["an assignment after somebody accepted (D-158)", applyIntent(open, "assign", { userId: RUI }, NOW), "open"],
    ["a bot on an assigned ticket (D-168)", applyIntent({ ...pending, userId: ANA }, "startBot", {}, NOW), "pending"],
    ["a second owner of a group (D-043)", applyIntent(ownedGroup, "takeGroup", { userId: RUI }, NOW), "group"],
  ])("refuses %s", (_title, result, from) => {
    expect(result).toMatchObject({ ok: false, code: "ERR_TICKET_TRANSITION", from });
  });

  it("does not reopen a ticket whose connection was deleted, for whoever asks; it may go on over another one [D-152]", () => {
    const unlinked = { ...closed, connectionId: null };
    for (const result of [
      applyIntent(unlinked, "reopen", { userId: ANA }, NOW),
      applyIntent({ ...unlinked, status: "nps" }, "reopen", { userId: ANA }, NOW),
      applyIntent(unlinked, "reopenByContact", {}, NOW),
      applyIntent(unlinked, "resumeByContact", {}, NOW),
    ])
      expect(result).toMatchObject({ ok: false, code: "ERR_TICKET_UNLINKED" });
    expect(intentsFrom(unlinked)).toEqual(["transfer"]);
    expect(applyIntent(unlinked, "transfer", { queueId: 3, connectionId: 2, userId: ANA }, NOW)).toMatchObject({
      patch: { status: "open", connectionId: 2 },
    });
  });

  it("keeps the status of a group `group` while it is live and `closed` afterwards (D-025)", () => {
    for (const ticket of [group, ownedGroup, closedGroup]) {
      for (const result of everyIntent(ticket)) {
        if (result.ok && !result.unchanged) expect(["group", "closed"]).toContain(result.patch.status ?? ticket.status);
      }
    }
  });

  it("moves only from and to the statuses of the table (D-047) [P-24]", () => {
    for (const status of TICKET_STATUSES) {
      const ticket = byStatus[status];
      everyIntent(ticket).forEach((result, index) => {
        const row = TRANSITIONS[TICKET_INTENTS[index] ?? "close"];
        if (!result.ok || result.unchanged) return;
        expect(row.from).toContain(status);
        expect(row.to).toContain(result.patch.status ?? status);
      });
    }
  });

  it("never changes the first acceptance and has a closing time exactly when ended (D-044, D-058)", () => {
    for (const ticket of [...Object.values(byStatus), ownedGroup, closedGroup]) {
      for (const result of everyIntent(ticket)) {
        if (!result.ok || result.unchanged) continue;
        const after = { ...ticket, ...result.patch };
        if (ticket.acceptedAt !== null) expect(after.acceptedAt).toEqual(ticket.acceptedAt);
        expect(after.closedAt !== null).toBe(after.status === "closed" || after.status === "nps");
        if (after.status === "open") expect(after.acceptedAt).not.toBeNull();
        if (after.pauseTag !== null) expect(after.status).toBe("paused");
      }
    }
  });
});

describe("intentsFrom", () => {
  it.each([
    ["pending", pending, ["accept", "resolve", "close", "transfer"]],
    ["bot", bot, ["accept", "resolve", "close", "transfer", "releaseFromBot", "closeFromBot"]],
    ["open", open, ["returnToWaiting", "pause", "snooze", "resolve", "close", "transfer"]],
    ["paused", paused, ["snooze", "resume", "resolve", "close", "transfer"]],
    ["nps", nps, ["resolve", "close", "reopen", "transfer"]],
    ["closed", closed, ["reopen", "transfer"]],
    ["ownerless group", group, ["accept", "resolve", "close", "transfer"]],
    ["owned group", ownedGroup, ["returnToWaiting", "resolve", "close", "transfer"]],
  ])("offers the buttons of a %s ticket [TICKET-004]", (_status, ticket, intents) => {
    expect(intentsFrom(ticket)).toEqual(intents);
  });
});

describe("openingState", () => {
  const place = { queueId: 3, connectionId: 1, isGroup: false };

  it("opens a ticket of the dialog for its agent, accepted at once [TICKET-005]", () => {
    expect(openingState({ from: "dialog", userId: ANA }, place, NOW)).toMatchObject({
      status: "open",
      userId: ANA,
      acceptedAt: NOW,
      closedAt: null,
    });
    expect(openingState({ from: "dialog", userId: ANA }, { ...place, isGroup: true }, NOW).status).toBe("group");
  });

  it("opens a customer's ticket as pending and a group's ticket as group (D-043, D-168)", () => {
    expect(openingState({ from: "inbound" }, place, NOW)).toMatchObject({
      status: "pending",
      userId: null,
      acceptedAt: null,
    });
    expect(openingState({ from: "inbound" }, { ...place, isGroup: true }, NOW).status).toBe("group");
  });

  it("records a mass message without a ticket as closed, with what sent it [D-185, D-268]", () => {
    for (const from of TICKET_ORIGINS)
      expect(openingState({ from }, place, NOW)).toMatchObject({ status: "closed", userId: null, closedAt: NOW, origin: from });
  });
});

describe("statuses", () => {
  it("has the seven statuses and the six lists [TICKET-002, TICKET-003]", () => {
    expect([...TICKET_STATUSES].sort()).toEqual(["bot", "closed", "group", "nps", "open", "paused", "pending"]);
    expect([...LIST_STATUSES].sort()).toEqual(["closed", "closedGroup", "group", "open", "paused", "pending"]);
  });

  it("lists closed groups apart from closed contacts [INBOX-004]", () => {
    expect(bucketOf(closed)).toBe("closed");
    expect(bucketOf(closedGroup)).toBe("closedGroup");
    for (const bucket of LISTED_BUCKETS) expect(bucketOf(statusOf(bucket))).toBe(bucket);
    for (const bucket of TICKET_BUCKETS)
      expect(bucketOf({ ...statusOf(bucket), origin: bucket.startsWith("record") ? "schedule" : null })).toBe(bucket);
  });

  it("has records of sent messages in buckets of their own, those of groups apart [D-268]", () => {
    const record = { ...closed, origin: "campaign" } as const;
    expect(
      [record, { ...record, isGroup: true }, { ...record, origin: null }, { ...record, status: "open" } as const].map(bucketOf),
    ).toEqual(["record", "recordGroup", "closed", "open"]);
  });

  it("accepts messages only while open or a live group [TICKET-022]", () => {
    expect(TICKET_STATUSES.filter(acceptsMessages)).toEqual(["open", "group"]);
  });

  it("counts every status but closed as the contact's live ticket (D-037)", () => {
    expect(TICKET_STATUSES.filter((status) => !isLive(status))).toEqual(["closed"]);
  });
});

function everyIntent(ticket: TicketState): ReturnType<typeof applyIntent>[] {
  // prettier-ignore
  const inputs: TicketIntents = {
    accept: { userId: RUI }, returnToWaiting: {}, pause: { pauseTag: "x" }, snooze: { wakesAt: NOW }, wake: { by: "timeUp", isAway: false }, resume: {}, resolve: { askRating: true }, close: {}, reopen: { userId: RUI },
    transfer: { queueId: 9, connectionId: 1 }, releaseFromBot: {}, closeFromBot: {}, startBot: {}, askForAgent: {}, handOver: {}, chooseQueue: { queueId: 9 },
    presetQueue: { queueId: 9 }, leaveQueue: {}, assign: { userId: RUI }, reassign: { userId: RUI }, takeGroup: { userId: RUI }, closeByContact: {}, reopenByContact: {}, resumeByContact: {},
    rate: {}, expireRating: {}, autoClose: {}, handToSubstitute: { userId: RUI }, releaseOwner: {},
  };
  return TICKET_INTENTS.map((intent) => applyIntent(ticket, intent, inputs[intent], NOW));
}
