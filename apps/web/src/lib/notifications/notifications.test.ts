import type { ServerEvent } from "@balcao/contracts/live";
import type { NoticeView } from "@balcao/contracts/notices";
import type { Actor } from "@balcao/domain/access";
import type { Device, Place } from "@balcao/domain/notifications";
import { DEFAULT_SETTINGS, type Settings } from "@balcao/domain/settings";
import { anActor } from "@balcao/testing/cast";
import { announce, toAnnouncement, toChatAnnouncement, toNoticeAnnouncement, type Announcement, type Shown } from "./announcement";
import { createSight, placeOf } from "./sight";
import { createSpeaker } from "./speaker";

const NOW = Date.UTC(2026, 10, 22, 12, 5);
const davi = anActor(1, "admin");
const ana = anActor(7, "user", { queueIds: [1] });

interface Given {
  readonly ticket?: object;
  readonly message?: object;
  readonly action?: string;
}

const event = ({ ticket, message, action = "create" }: Given = {}) =>
  ({
    action,
    message: { fromMe: false, createdAt: new Date(NOW).toISOString(), body: "Bom dia", mediaType: "text", isDeleted: false, ...message },
    ticket: { id: 5, status: "open", isGroup: false, queueId: 1, userId: 7, contact: { name: "Carla" }, ...ticket },
  }) as unknown as ServerEvent<"appMessage">;

interface Hearing {
  readonly device?: Partial<Device>;
  readonly settings?: Partial<Settings>;
  readonly actor?: Actor;
}

interface Heard {
  rings: number;
  readonly shown: Shown[];
}

/** What a person hears and sees of a message at a browser. */
async function hear(announcement: Announcement | null, { device = {}, settings = {}, actor = ana }: Hearing = {}): Promise<Heard> {
  const heard: Heard = { rings: 0, shown: [] };
  const { permission = "granted", isSpeaker = true, inSight = [] } = device;
  if (!announcement) return heard;
  await announce(
    announcement,
    { actor, settings: { ...DEFAULT_SETTINGS, ...settings }, now: NOW },
    {
      device: () => ({ permission, isSpeaker }),
      sight: { inSight: () => Promise.resolve(inSight) },
      ring: () => void (heard.rings += 1),
      show: (shown) => void heard.shown.push(shown),
    },
  );
  return heard;
}

const notified = (given: Given, hearing: Hearing = {}): Promise<Heard> => hear(toAnnouncement(event(given)), hearing);

const waiting = { status: "pending", userId: null, queueId: 2 };
const groupOfRui = { status: "group", isGroup: true, userId: 8 };

describe("a new message", () => {
  it("rings and is shown with name, text and the time as HH:mm [NOTIF-005]", async () => {
    expect(await notified({})).toEqual({
      rings: 1,
      shown: [{ title: "Carla", body: "Bom dia\n09:05", tag: "ticket-5", path: "/tickets/5" }],
    });
  });

  it("of another queue notifies only with notificateAllTickets and the right to open it [NOTIF-006]", async () => {
    const all = { notificateAllTickets: true };
    expect((await notified({ ticket: { ...waiting, queueId: 1 } })).rings).toBe(1);
    expect((await notified({ ticket: waiting }, { actor: davi })).rings).toBe(0);
    expect((await notified({ ticket: waiting }, { actor: davi, settings: all })).rings).toBe(1);
    expect((await notified({ ticket: waiting }, { settings: all })).rings).toBe(0);
  });

  it("of a group that somebody else has notifies with notifyGroupToAllUsers [NOTIF-007]", async () => {
    expect((await notified({ ticket: groupOfRui })).rings).toBe(0);
    expect((await notified({ ticket: groupOfRui }, { settings: { notifyGroupToAllUsers: true } })).shown).toHaveLength(1);
  });

  it("is silent while a visible tab shows its conversation, in a tab that does not speak, when late, and when it only changes", async () => {
    const silent = { rings: 0, shown: [] };
    expect(await notified({}, { device: { inSight: [{ kind: "ticket", id: 5 }] } })).toEqual(silent);
    expect(await notified({}, { device: { isSpeaker: false } })).toEqual(silent);
    expect(await notified({ message: { createdAt: new Date(NOW - 301_000).toISOString() } })).toEqual(silent);
    expect(await notified({ message: { fromMe: true } })).toEqual(silent);
    expect(await notified({ action: "update" })).toEqual(silent);
  });

  it("of a chat notifies its other people, unless it is open in a visible tab or belongs to others [NOTIF-001]", async () => {
    const shown = { title: "Rui", body: "Viu?\n09:05", tag: "chat-2", path: "/tickets/0/2" };
    const inChat = (authorId: number, memberIds: readonly number[]): Announcement => ({
      arrived: { kind: "chat", id: 2, authorId, memberIds, at: NOW },
      shown,
    });
    const ofBoth = [ana.id, 8];
    expect(await hear(inChat(8, ofBoth))).toEqual({ rings: 1, shown: [shown] });
    const device = { inSight: [{ kind: "chat", id: 2 }] as const };
    const silent = { rings: 0, shown: [] };
    expect(await hear(inChat(8, ofBoth), { device })).toEqual(silent);
    expect(await hear(inChat(ana.id, ofBoth))).toEqual(silent);
    expect(await hear(inChat(8, [8, 9]))).toEqual(silent);
    expect(await hear(inChat(8, [8, 9]), { actor: davi })).toEqual(silent);
  });

  it("rings without being shown where the browser does not allow it", async () => {
    expect(await notified({}, { device: { permission: "default" } })).toEqual({ rings: 1, shown: [] });
  });

  it("never shows a vCard or image data [CONV-029]", async () => {
    const bodies = ["BEGIN:VCARD\nFN:Rui\nEND:VCARD", "data:image/png;base64,iVBORw0KGgo="];
    const shown = await Promise.all(bodies.map((body) => notified({ message: { body } })));
    expect(shown.map(({ shown: [first] }) => first?.body)).toEqual(["Contato\n09:05", "Imagem\n09:05"]);
  });
});

describe("the conversation of an address", () => {
  it.each<[string, Place | null]>([
    ["/tickets/5", { kind: "ticket", id: 5 }],
    ["/Tickets/5/", { kind: "ticket", id: 5 }],
    ["/tickets/0/7", { kind: "chat", id: 7 }],
    ["/tickets", null],
    ["/tickets/0", null],
    ["/contacts/5", null],
  ])("%s", (path, place) => expect(placeOf(path)).toEqual(place));
});

/** The locks of a browser: one holder of a name at a time, in the order of the requests. */
function createLocks(): Pick<LockManager, "request"> {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, { signal }: LockOptions, work: () => Promise<unknown>): Promise<unknown> => {
    const result = last.then(() => (signal?.aborted === true ? Promise.reject(new Error("aborted")) : work()));
    last = result.catch(() => undefined);
    return result;
  };
  return { request: request as unknown as LockManager["request"] };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

describe("the tab that speaks for all", () => {
  it("is the first one, and the next one when that is closed", async () => {
    const locks = createLocks();
    const [one, two, three] = [createSpeaker(locks), createSpeaker(locks), createSpeaker(locks)];
    await settled();
    expect([one, two, three].map((tab) => tab.isSpeaker())).toEqual([true, false, false]);
    two.stop();
    one.stop();
    await settled();
    expect([one, two, three].map((tab) => tab.isSpeaker())).toEqual([false, false, true]);
    three.stop();
  });

  it("is every tab where the browser has no locks", () => {
    expect(createSpeaker(undefined).isSpeaker()).toBe(true);
  });
});

describe("what the tabs of a browser show", () => {
  const tab = (place: Place | null) => createSight(new BroadcastChannel("sight of a test"), () => place);

  it("is the conversations of all visible tabs", async () => {
    const tabs = [tab({ kind: "ticket", id: 5 }), tab({ kind: "chat", id: 2 }), tab(null)];
    const seen = await tabs[2]?.inSight();
    expect(seen?.map(({ kind, id }) => `${kind}-${id}`).sort()).toEqual(["chat-2", "ticket-5"]);
    tabs.forEach((each) => each.close());
  });

  it("is what this tab shows where tabs cannot talk", async () => {
    expect(await createSight(null, () => ({ kind: "ticket", id: 5 })).inSight()).toEqual([{ kind: "ticket", id: 5 }]);
  });
});

describe("a new message of an internal chat", () => {
  const said = (more: { action?: string; authorId?: number; groupName?: string } = {}) =>
    ({
      action: more.action ?? "create",
      message: {
        id: "31",
        sender: { id: more.authorId ?? 8, name: "Rui" },
        body: "Bom dia",
        mediaType: "chat",
        isDeleted: false,
        createdAt: new Date(NOW).toISOString(),
      },
      chat: { id: 5, isGroup: more.groupName !== undefined, groupName: more.groupName ?? null, users: [{ id: 7 }, { id: 8 }] },
    }) as unknown as ServerEvent<"appMessageChat">;

  it("rings and is shown with the colleague, or with the group and who wrote in it [NOTIF-001, NOTIF-005]", async () => {
    const shown = { body: "Bom dia\n09:05", tag: "chat-5", path: "/tickets/0/5" };
    expect(await hear(toChatAnnouncement(said()))).toEqual({ rings: 1, shown: [{ title: "Rui", ...shown }] });
    expect(await hear(toChatAnnouncement(said({ groupName: "Vendas" })))).toEqual({
      rings: 1,
      shown: [{ ...shown, title: "Vendas", body: "Rui: Bom dia\n09:05" }],
    });
  });

  it("is silent for its author, for others, for a change, and where the chat is in sight [NOTIF-001]", async () => {
    const silent = { rings: 0, shown: [] };
    expect(await hear(toChatAnnouncement(said({ authorId: ana.id })))).toEqual(silent);
    expect(await hear(toChatAnnouncement(said()), { actor: davi })).toEqual(silent);
    expect(toChatAnnouncement(said({ action: "update" }))).toBeNull();
    const inSight: Place[] = [{ kind: "chat", id: 5 }];
    expect(await hear(toChatAnnouncement(said()), { device: { inSight } })).toEqual(silent);
  });
});

describe("a notice to the person", () => {
  const contact = { id: 3, name: "Carla", profilePicUrl: null };
  const notice: NoticeView = {
    id: "message-77",
    kind: "mention",
    place: { kind: "message", id: 77, ticketId: 5 },
    text: "@Ana, veja",
    author: { id: 8, name: "Rui" },
    handover: null,
    reason: null,
    target: null,
    contact,
    createdAt: new Date(NOW).toISOString(),
  };
  const noted = (more: Partial<NoticeView> = {}, language = "pt") =>
    toNoticeAnnouncement({ action: "create", notice: { ...notice, ...more } }, ana.id, language);

  it("rings and leads to the comment, unless its ticket is in sight or it was only looked at [D-254, D-430, NOTIF-005]", async () => {
    const shown = { title: "Carla", body: "Rui mencionou você: @Ana, veja\n09:05", tag: "message-77", path: "/tickets/5?message=77" };
    expect(await hear(await noted())).toEqual({ rings: 1, shown: [shown] });
    expect((await hear(await noted(), { device: { inSight: [{ kind: "ticket", id: 5 }] } })).shown).toEqual([]);
    expect(await toNoticeAnnouncement({ action: "delete", noticeIds: ["message-77"] }, ana.id, "pt")).toBeNull();
  });

  it("says of a conversation who gave it and why, and of a send why it does not go on, in the language of the person [D-272, D-430]", async () => {
    const queue = { id: 1, name: "Vendas" };
    const given = { kind: "handover", handover: { user: { id: 7, name: "Ana" }, queue, note: "Já pagou" } } as const;
    const toQueue = { kind: "handover", author: null, handover: { user: null, queue, note: null } } as const;
    const place = { kind: "massSend", id: 4 } as const;
    const held = { kind: "heldSend", place, reason: "noRight", contact: null, author: null, text: "Promoção" } as const;
    const bodyOf = async (more: Partial<NoticeView>, language: string) => (await noted(more, language))?.shown.body.split("\n")[0];
    const bodies = [bodyOf(given, "pt"), bodyOf(given, "en"), bodyOf(toQueue, "pt"), bodyOf(toQueue, "es")];
    expect(await Promise.all(bodies)).toEqual([
      "Rui transferiu para você: Já pagou",
      "Rui transferred it to you: Já pagou",
      "Conversa passada para a fila Vendas",
      "Conversación pasada a la cola Vendas",
    ]);
    expect((await noted(held, "pt"))?.shown).toMatchObject({ title: "Envio em massa parado", path: "/envios?id=4", tag: "massSend-4" });
    expect(await bodyOf(held, "pt")).toBe("falta o direito de enviar para muitos: Promoção");
  });
});
