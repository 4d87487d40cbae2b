import fc from "fast-check";
import type { Actor, Profile } from "@balcao/domain/access";
import { DEFAULT_SETTINGS } from "@balcao/domain/settings";
import { LIST_STATUSES, TICKET_STATUSES, type TicketFacts } from "@balcao/domain/tickets";
import type { MessageRow } from "@balcao/database/messages";
import { anActor, CONTACT_RIGHTS } from "@balcao/testing/cast";
import { aTicketRow } from "@balcao/testing/ticketRow";
import type { Services } from "../../ground/kernel/index.js";
import { presenterFor } from "../../inbox/tickets/index.js";
import { createAudience, type LoadedTicketEvent } from "./audience.js";
import type { Joins, Listener, LiveMessage, Viewer } from "./listener.js";
import type { LiveEvent } from "./readLive.js";
import { createSharing, textsFor } from "./sharedTexts.js";
import { createClasses, presentTicket } from "./ticketTopic.js";

const [SALES, SUPPORT] = [1, 2];
const PEOPLE = [10, 11, 12, 13];
const [BY_QUEUE, BY_USER, OPEN] = [1, 2, 3];
const FILE = "11111111-2222-4333-8444-555555555555";

const directory = {
  users: new Map(),
  queues: new Map([[SALES, { id: SALES, name: "Vendas", color: "#111111" }]]),
  connections: new Map(),
  settings: DEFAULT_SETTINGS,
  histories: { byQueue: [BY_QUEUE], byUser: [BY_USER] },
};
// What the views read of the services is all here.
const services = {
  directory: { current: () => directory },
  fileUrl: (sessionId: string, fileId: string) => `/api/public/media/${fileId}?d=${sessionId}&s="`,
} as unknown as Services;

const MESSAGE: MessageRow = {
  ...{ id: 7, ticketId: 5, connectionId: OPEN, externalId: null, fromMe: false, type: "chat", body: "Olá", ack: 0, read: false },
  ...{ isForwarded: false, isEdited: false, previousBody: null, editUnreadable: false, isDeleted: false, error: null, details: null },
  ...{ sentAt: new Date(0), inboundEventId: null, contactId: null, contactName: null, userName: null, mediaState: null, media: null },
  ...{
    downloadAttempts: 0,
    fileId: null,
    fileMime: null,
    fileCodec: null,
    fileName: null,
    fileExtension: null,
    fileSize: null,
    fileWidth: null,
  },
  ...{
    fileHeight: null,
    fileSeconds: null,
    quotedFileName: null,
    quotedId: null,
    quotedQueueId: null,
    quotedOwnerId: null,
    quotedUserId: null,
  },
  ...{ quotedIsRecovered: null, quotedBody: "citada", quotedFromMe: false, quotedType: "chat", quotedIsDeleted: false },
  ...{ quotedContactId: null, quotedContactName: null, reactions: null, reactors: null, sending: null, clientKey: null },
  ...{ ticketConnectionId: OPEN, queueId: null, ownerId: null, userId: null, isRecovered: false, guestIds: [], transcription: null },
};
const TICKET = aTicketRow({ id: 5, contactName: "João", lastMessage: "Olá", version: 2 });

const anyone = fc.option(fc.constantFrom(...PEOPLE));
const anyQueue = fc.option(fc.constantFrom(SALES, SUPPORT));
const anyFile = fc.option(fc.constant(FILE));
const anyConnection = fc.constantFrom(BY_QUEUE, BY_USER, OPEN);
const anyFacts: fc.Arbitrary<TicketFacts> = fc.record({
  status: fc.constantFrom(...TICKET_STATUSES),
  isGroup: fc.boolean(),
  queueId: anyQueue,
  userId: anyone,
  guestIds: fc.subarray(PEOPLE, { maxLength: 2 }),
});
const anyHistory = { queueId: anyQueue, ownerId: anyone, isRecovered: fc.boolean() };
const anyMessage = (connectionId: number): fc.Arbitrary<MessageRow> =>
  fc
    .record({
      ...anyHistory,
      ...{ userId: anyone, fileId: anyFile, quotedId: fc.option(fc.constant(3)), quotedQueueId: anyQueue },
      ...{ quotedOwnerId: anyone, quotedUserId: anyone, quotedIsRecovered: fc.boolean(), body: fc.string({ unit: "grapheme" }) },
    })
    .map((some) => ({ ...MESSAGE, ...some, ticketConnectionId: connectionId }));
const anyEvent: fc.Arbitrary<LoadedTicketEvent> = anyConnection.chain((connectionId) =>
  fc
    .record({
      ...{ change: fc.constantFrom("changed", "read", "deleted"), before: fc.option(anyFacts), after: fc.option(anyFacts) },
      ...{
        now: fc.option(anyFacts),
        historyMoved: fc.boolean(),
        pictureId: anyFile,
        preview: fc.record({ ...anyHistory, authorId: anyone }),
      },
      created: fc.array(anyMessage(connectionId), { maxLength: 2 }),
      updated: fc.array(anyMessage(connectionId), { maxLength: 1 }),
    })
    .map(({ change, before, after, now, historyMoved, pictureId, preview, created, updated }) => ({
      ticketId: 5,
      payload: {
        change,
        before,
        after,
        version: 2,
        createdMessages: [],
        updatedMessages: [],
        historyMoved,
      },
      row: now && {
        ...{ ...TICKET, ...now, guestIds: now.guestIds ?? [], connectionId, contactPictureFileId: pictureId },
        previewFacts: connectionId === OPEN ? null : { ...preview, connectionId, guestIds: now.guestIds ?? [] },
      },
      // Read together with the ticket.
      created: created.map((message) => ({ ...message, guestIds: now?.guestIds ?? [] })),
      updated: updated.map((message) => ({ ...message, guestIds: now?.guestIds ?? [] })),
    })),
);
const anyJoins: fc.Arbitrary<Joins> = fc
  .record({ lists: fc.subarray([...LIST_STATUSES]), boxes: fc.subarray([5, 6]), notification: fc.boolean() })
  .map(({ lists, boxes, notification }) => ({
    ...{ lists: new Set<string>(lists), boxes: new Set(boxes), notification },
    ...{ chats: false, chatBoxes: new Set<number>() },
  }));
const anyPerson: fc.Arbitrary<Actor> = fc.record({
  id: fc.constantFrom(...PEOPLE),
  profile: fc.constantFrom<Profile>("user", "gerente", "admin"),
  queueIds: fc.subarray([SALES, SUPPORT]),
  ...{ active: fc.constant(true), addContact: fc.boolean(), editContact: fc.boolean(), delContact: fc.boolean() },
  ...{ sendToMany: fc.constant(false), maintain: fc.constant(false) },
});
const anyListener: fc.Arbitrary<Listener> = fc.record({ actor: anyPerson, sessionId: fc.constantFrom("s1", "s2", "s3"), joins: anyJoins });

const toLive = (loaded: LoadedTicketEvent): LiveEvent => {
  const audienceOf = createAudience(loaded, directory.settings);
  return {
    topic: "ticket",
    at: new Date(0),
    causes: [],
    presentation: {
      classOf: createClasses(loaded, audienceOf),
      present: ({ actor, joins, presenter }) => presentTicket(loaded, audienceOf(actor), joins, presenter),
    },
  };
};

/** What one person would receive if nobody else were connected. */
const alone = (events: readonly LoadedTicketEvent[], listener: Listener): LiveMessage[] =>
  events.flatMap((event) =>
    presentTicket(event, createAudience(event, directory.settings)(listener.actor), listener.joins, presenterFor(services, listener)),
  );

const JOINED: Joins = { lists: new Set(["open"]), boxes: new Set(), notification: false, chats: false, chatBoxes: new Set() };
const ana = anActor(10, "user", { queueIds: [SALES], ...CONTACT_RIGHTS });
const rui: Actor = { ...ana, id: 11 };
const OPEN_SALES: TicketFacts = { status: "group", isGroup: true, queueId: SALES, userId: null };

describe("live events that are encoded once for many people", () => {
  it("are to each of them what they would be alone, whatever others receive of the same batch [INBOX-025, INBOX-027]", () => {
    fc.assert(
      fc.property(
        fc.array(anyEvent, { minLength: 1, maxLength: 3 }),
        fc.array(anyListener, { minLength: 2, maxLength: 8 }),
        (events, listeners) => {
          const textsOf = createSharing(services, events.map(toLive));
          for (const listener of listeners) {
            const texts = textsFor(services, listener.sessionId, textsOf(listener));
            const expected = alone(events, listener).map(({ name, event }) => [name, JSON.parse(JSON.stringify(event)) as unknown]);
            expect(texts.map((text) => JSON.parse(`[${text}]`) as unknown)).toEqual(expected);
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  it("are encoded once for people with the same rights, with addresses that are signed for each session", () => {
    const joins = { ...JOINED, lists: new Set(["group"]) };
    const row = { ...TICKET, ...OPEN_SALES, guestIds: [], connectionId: OPEN, contactPictureFileId: FILE, previewFacts: null };
    const payload = { change: "changed", before: null, after: OPEN_SALES, version: 2, createdMessages: [], updatedMessages: [] } as const;
    let presented = 0;
    const event = toLive({ ticketId: 5, payload, row, created: [MESSAGE], updated: [] });
    const { present } = event.presentation;
    const counted = { ...event, presentation: { ...event.presentation, present: (viewer: Viewer) => ((presented += 1), present(viewer)) } };
    const textsOf = createSharing(services, [counted]);
    const [first, second] = [ana, rui].map((actor) => textsOf({ actor, sessionId: "s", joins }));
    if (!first) throw new Error("Nobody receives it.");
    expect(second).toBe(first);
    expect(presented).toBe(1);
    const [ofAna, ofRui] = ["ana", "rui"].map((sessionId) => textsFor(services, sessionId, first).join());
    expect(ofAna).toContain(`${FILE}?d=ana`);
    expect(ofAna).not.toContain("d=rui");
    expect(ofRui).toBe(ofAna?.replaceAll("d=ana", "d=rui"));
  });
});
