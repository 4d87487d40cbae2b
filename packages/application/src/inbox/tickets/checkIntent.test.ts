import { AppError } from "@balcao/contracts/errors";
import type { WireIntent } from "@balcao/contracts/tickets";
import type { Actor } from "@balcao/domain/access";
import { DEFAULT_SETTINGS } from "@balcao/domain/settings";
import { anActor, aTicketState } from "@balcao/testing/cast";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import { checkIntent } from "./checkIntent.js";

const [SALES, SUPPORT] = [1, 2];
const owner = anActor(1, "admin");
const ana = anActor(2, "user", { queueIds: [SALES] });
const rui = anActor(3, "user", { queueIds: [SALES] });
const bia = anActor(4, "user", { queueIds: [SUPPORT] });
const marta = anActor(5, "gerente", { queueIds: [SALES] });
const davi = anActor(6, "admin");
const teo = anActor(7, "user", { queueIds: [SALES], active: false });
const gone = { ...anActor(8, "user", { queueIds: [SALES] }), deleted: true };

const now = new Date("2026-11-20T12:00:00Z");
const named = (...ids: readonly number[]) => new Map(ids.map((id) => [id, { id }]));
const reasons = [
  { id: 5, name: "Pago", color: "#236681", queueIds: [], active: true, gone: false },
  { id: 6, name: "Só suporte", color: "#236681", queueIds: [SUPPORT], active: true, gone: false },
];

function refusalOf(
  actor: Actor,
  wire: WireIntent,
  more: Partial<ReturnType<typeof aTicketState>> = {},
  queues = named(SALES, SUPPORT),
): string | null {
  const users = new Map([owner, ana, rui, bia, marta, davi, teo, gone].map((each) => [each.id, each]));
  const settings = { ...DEFAULT_SETTINGS, closingReasons: JSON.stringify(reasons) };
  const directory = { users, queues, connections: named(1, 2), settings } as unknown as DirectorySnapshot;
  const ticket = aTicketState({ queueId: SALES, userId: ana.id, connectionId: 1, ...more });
  try {
    checkIntent(directory, { actor, now }, ticket, wire);
    return null;
  } catch (error) {
    if (error instanceof AppError) return [error.code, ...(error.details ?? []).map(({ field, rule }) => `${field} ${rule}`)].join(" ");
    throw error;
  }
}
const accept = (userId: number, queueId?: number): WireIntent => ({
  intent: "accept",
  input: { userId, ...(queueId !== undefined && { queueId }) },
});
const transfer = (input: { queueId?: number; connectionId?: number; userId?: number }): WireIntent => ({
  intent: "transfer",
  input: { queueId: SALES, connectionId: 1, ...input },
});
const snooze = (wakesAt: Date | null): WireIntent => ({ intent: "snooze", input: { wakesAt } });
const close = (reason?: number): WireIntent => ({ intent: "close", input: reason === undefined ? {} : { reason } });

it.each<[string, Actor, WireIntent, string | null]>([
  ["oneself", ana, accept(ana.id), null],
  ["a colleague, by a user", ana, accept(rui.id), "ERR_NO_PERMISSION"],
  ["a person of the queue, by who leads it", marta, accept(rui.id), null],
  ["a person of another queue", marta, accept(bia.id), "ERR_WORKING_USER_REQUIRED"],
  ["a person of the queue that is named, too", davi, accept(bia.id, SUPPORT), null],
  ["an administrator, who is in no queue", marta, accept(davi.id), null],
  ["an inactive person", marta, accept(teo.id), "ERR_WORKING_USER_REQUIRED"],
  ["a deleted person", marta, accept(gone.id), "ERR_WORKING_USER_REQUIRED"],
  ["a person that is none", marta, accept(99), "ERR_WORKING_USER_REQUIRED"],
  ["the first administrator, whom nobody sees", davi, accept(owner.id), "ERR_WORKING_USER_REQUIRED"],
  ["the first administrator, by himself", owner, accept(owner.id), null],
  ["into a queue that is not one's own", ana, accept(ana.id, SUPPORT), "ERR_QUEUE_REQUIRED"],
  ["into any queue, by an administrator", davi, accept(davi.id, SUPPORT), null],
  ["into a queue that is none", davi, accept(davi.id, 99), "ERR_QUEUE_REQUIRED"],
  ["a colleague, to reopen it", ana, { intent: "reopen", input: { userId: rui.id } }, "ERR_NO_PERMISSION"],
  ["a person of another queue, to reopen it", marta, { intent: "reopen", input: { userId: bia.id } }, "ERR_WORKING_USER_REQUIRED"],
])("accepts a ticket for %s [D-049]", (_what, actor, wire, refusal) => {
  expect(refusalOf(actor, wire)).toBe(refusal);
});

it("asks for a queue where the ticket has none, if there are queues and the person has some", () => {
  const without = { queueId: null };
  expect(refusalOf(ana, accept(ana.id), without)).toBe("ERR_QUEUE_REQUIRED");
  expect(refusalOf(ana, accept(ana.id, SALES), without)).toBeNull();
  expect(refusalOf(davi, accept(davi.id), without)).toBeNull();
  expect(refusalOf(ana, accept(ana.id), without, named())).toBeNull();
  expect(refusalOf(marta, accept(bia.id, SALES), without)).toBe("ERR_WORKING_USER_REQUIRED");
});

it.each<[string, Actor, WireIntent, string | null]>([
  ["another queue", ana, transfer({ queueId: SUPPORT }), null],
  ["a queue that is none", ana, transfer({ queueId: 99 }), "ERR_QUEUE_REQUIRED"],
  ["a connection that is none", davi, transfer({ connectionId: 99 }), "ERR_CONNECTION_REQUIRED"],
  ["a person of that queue", ana, transfer({ queueId: SUPPORT, userId: bia.id }), null],
  ["a person of another one", ana, transfer({ queueId: SUPPORT, userId: rui.id }), "ERR_WORKING_USER_REQUIRED"],
  ["the first administrator", davi, transfer({ userId: owner.id }), "ERR_WORKING_USER_REQUIRED"],
  ["another connection, by who leads the queue", marta, transfer({ connectionId: 2 }), null],
  [
    "another connection, of a queue that one does not lead",
    anActor(9, "gerente", { queueIds: [SUPPORT] }),
    transfer({ connectionId: 2 }),
    "ERR_NO_PERMISSION",
  ],
  ["its own connection, by anybody who came here", anActor(9, "gerente", { queueIds: [SUPPORT] }), transfer({}), null],
])("transfers a ticket to %s", (_what, actor, wire, refusal) => {
  expect(refusalOf(actor, wire)).toBe(refusal);
});

it("pauses with a tag, and ends a pause where the person may", () => {
  expect(refusalOf(ana, { intent: "pause", input: { pauseTag: " " } })).toBe("ERR_PAUSE_FIELDS");
  expect(refusalOf(ana, { intent: "pause", input: { pauseTag: "almoço" } })).toBeNull();
  const paused = { status: "paused", userId: rui.id } as const;
  expect(refusalOf(bia, { intent: "resume", input: {} }, paused)).toBe("ERR_NO_PERMISSION");
  expect(refusalOf(marta, { intent: "resume", input: {} }, paused)).toBeNull();
  expect(refusalOf(bia, snooze(null), paused)).toBe("ERR_NO_PERMISSION");
  expect(refusalOf(bia, snooze(null))).toBeNull();
});

it("snoozes until a time that is to come, within a year (D-440)", () => {
  const at = (days: number) => snooze(new Date(now.getTime() + days * 86_400_000));
  expect([at(1), at(-1), at(400)].map((wire) => refusalOf(ana, wire))).toEqual([
    null,
    "ERR_VALIDATION snoozeUntil past",
    expect.stringMatching(/^ERR_VALIDATION snoozeUntil /),
  ]);
});

it("closes with a reason that is offered for the queue, or with none (D-500)", () => {
  expect([close(), close(5), close(6), close(7)].map((wire) => refusalOf(ana, wire))).toEqual([
    null,
    null,
    "ERR_VALIDATION reasonId exists",
    "ERR_VALIDATION reasonId exists",
  ]);
  expect(refusalOf(bia, { intent: "resolve", input: { askRating: true, reason: 6 } }, { queueId: SUPPORT })).toBeNull();
  expect(refusalOf(ana, { intent: "returnToWaiting", input: {} })).toBeNull();
});
