import { toAddress, toPlace } from "./inboxPlace";
import { readWidth, widthByKey } from "./listWidth";
import { openingObstacle } from "./openingObstacle";
import { mediaWord, toPreviewParts, withoutMarks } from "./preview";
import { readSelection } from "./queueSelection";
import { countNews } from "./newsCount";
import { holdOrder } from "./steadyOrder";
import { arrivedIds } from "./useArrivals";

describe("toPlace", () => {
  it.each([
    ["", "open", "assigned", "open"],
    ["tab=open&sub=groups", "open", "groups", "group"],
    ["tab=open&sub=pending", "open", "pending", "pending"],
    ["tab=closed", "closed", "contacts", "closed"],
    ["tab=closed&sub=groups", "closed", "groups", "closedGroup"],
    ["tab=paused", "paused", "all", "paused"],
    ["tab=constructor&sub=x", "open", "assigned", "open"],
  ])("reads %j [INBOX-001, INBOX-002, INBOX-004]", (query, tab, sub, status) => {
    expect(toPlace(new URLSearchParams(query))).toEqual({ tab, sub, status });
  });
});

describe("toPlace of the search", () => {
  it("has no list of its own [INBOX-001]", () => {
    expect(toPlace(new URLSearchParams("tab=search&text=oi"))).toEqual({ tab: "search", sub: null, status: null });
  });
});

describe("toAddress", () => {
  const query = new URLSearchParams("tab=search&text=oi&message=7");

  it("keeps the place, and opens a ticket at its end or at a message", () => {
    expect(toAddress(5, query)).toBe("/tickets/5?tab=search&text=oi");
    expect(toAddress(5, query, "9")).toBe("/tickets/5?tab=search&text=oi&message=9");
    expect(toAddress(null, query)).toBe("/tickets?tab=search&text=oi");
    expect(toAddress(5, new URLSearchParams("message=7"))).toBe("/tickets/5");
  });
});

describe("readSelection", () => {
  const offered = [10, 20, 30].map((id) => ({ id, name: `Q${id}`, color: "#000" }));

  it("remembers chosen queues and drops deleted ones [INBOX-005]", () => {
    expect(readSelection(null, offered)).toBeNull();
    expect(readSelection("10,99", offered)).toEqual([10]);
    expect(readSelection("10,20,30", offered)).toBeNull();
    expect(readSelection("", offered)).toEqual([]);
  });
});

describe("openingObstacle", () => {
  const ZONE = "America/Sao_Paulo";
  const ana = {
    active: true,
    profile: "user",
    startTime: "08:00",
    endTime: "18:00",
    weekdays: true,
    saturday: false,
    sunday: false,
    holidays: false,
  } as const;
  const MONDAY_NOON = new Date("2026-11-23T15:00:00Z");
  const NIGHT = new Date("2026-11-24T01:00:00Z");
  const SATURDAY = new Date("2026-11-21T15:00:00Z");
  const SUNDAY = new Date("2026-11-22T15:00:00Z");

  it("admits a person within their hours", () => {
    expect(openingObstacle(ana, MONDAY_NOON, ZONE)).toBeNull();
  });
  it("stops an inactive person [TICKET-023]", () => {
    expect(openingObstacle({ ...ana, active: false }, MONDAY_NOON, ZONE)).toBe("ERR_USER_NO_ACTIVE");
  });
  it("stops a person outside their hours [TICKET-024]", () => {
    expect(openingObstacle(ana, NIGHT, ZONE)).toBe("ERR_INVALID_WORKING_TIME");
  });
  it("stops a person on a Saturday, a Sunday and a weekday that is off [TICKET-025, TICKET-026, TICKET-027]", () => {
    expect(openingObstacle(ana, SATURDAY, ZONE)).toBe("ERR_INVALID_WORKING_TIME");
    expect(openingObstacle({ ...ana, saturday: true }, SATURDAY, ZONE)).toBeNull();
    expect(openingObstacle(ana, SUNDAY, ZONE)).toBe("ERR_INVALID_WORKING_TIME");
    expect(openingObstacle({ ...ana, weekdays: false }, MONDAY_NOON, ZONE)).toBe("ERR_INVALID_WORKING_TIME");
  });
  it("never stops an administrator because of the time [TICKET-028]", () => {
    expect(openingObstacle({ ...ana, profile: "admin" }, NIGHT, ZONE)).toBeNull();
  });
});

describe("holdOrder", () => {
  const row = (id: number, note = "") => ({ id, note });

  it("keeps shown rows in place with their newest data and counts waiting changes", () => {
    const { rows, waiting } = holdOrder([1, 2, 3], [row(9), row(3, "new"), row(1), row(2)]);
    expect(rows).toEqual([row(1), row(2), row(3, "new")]);
    expect(waiting).toBe(2);
  });

  it("removes rows that left the list and adds the next page", () => {
    expect(holdOrder([1, 2, 3], [row(1), row(3), row(4), row(5)])).toEqual({ rows: [row(1), row(3), row(4), row(5)], waiting: 0 });
  });

  it("counts one row that jumps to the top as one update", () => {
    expect(holdOrder([1, 2, 3, 4], [row(4), row(1), row(2), row(3)]).waiting).toBe(1);
  });
});

describe("previews", () => {
  it("recognise the words for media and do not change texts [INBOX-015]", () => {
    expect(mediaWord("Áudio")?.icon).toBe("mic");
    expect(mediaWord("Áudio de ontem")).toBeNull();
    expect(toPreviewParts("Mensagem apagada", null)).toMatchObject({ word: { name: "deleted" }, text: null });
    expect(mediaWord("toString")).toBeNull();
  });

  it("name the medium before its caption, and how long a sound is [INBOX-015, D-261]", () => {
    expect(toPreviewParts("nota *assinada*", { kind: "image", seconds: null })).toMatchObject({
      word: { name: "photo" },
      seconds: null,
      text: "nota assinada",
    });
    expect(toPreviewParts("Áudio", { kind: "audio", seconds: 23 })).toMatchObject({ word: { name: "audio" }, seconds: 23, text: null });
    expect(toPreviewParts("Localização", null)).toMatchObject({ word: { name: "location" }, text: null });
    expect(toPreviewParts("Imagem", { kind: "video", seconds: null })).toMatchObject({ word: { name: "video" }, text: "Imagem" });
    expect(toPreviewParts("Bom dia", null)).toEqual({ word: null, seconds: null, text: "Bom dia" });
  });

  it("drop WhatsApp's formatting characters", () => {
    expect(withoutMarks("*Bia:* Olá _tudo *bem*_ 2*3*4 snake_case_x")).toBe("Bia: Olá tudo bem 2*3*4 snake_case_x");
  });
});

describe("arrivedIds", () => {
  const rows = (...ids: readonly number[]) => ids.map((id) => ({ id }));

  it("are rows that came in between, and neither moved ones nor the next page", () => {
    expect(arrivedIds(rows(1, 2), rows(3, 1, 2))).toEqual([3]);
    expect(arrivedIds(rows(1, 2), rows(2, 1))).toEqual([]);
    expect(arrivedIds(rows(1, 2), rows(1, 2, 3, 4))).toEqual([]);
    expect(arrivedIds(rows(1), rows(2))).toEqual([]);
    expect(arrivedIds([], rows(5))).toEqual([5]);
  });
});

describe("countNews", () => {
  const unread = (counts: Readonly<Record<number, number>>) =>
    Object.entries(counts).map(([id, unreadMessages]) => ({ id: Number(id), unreadMessages }));

  it("counts what came into other conversations than the shown one, and nothing that was read", () => {
    expect(countNews(unread({ 1: 2, 2: 1 }), unread({ 1: 4, 2: 1, 3: 1 }), null)).toBe(3);
    expect(countNews(unread({ 1: 2 }), unread({ 1: 4, 3: 1 }), 1)).toBe(1);
    expect(countNews(unread({ 1: 2, 2: 5 }), unread({ 1: 1 }), null)).toBe(0);
  });
});

describe("the width of the list", () => {
  it("is read within its bounds, and is the usual one without a number", () => {
    expect([null, "400", "100", "9999", "x"].map(readWidth)).toEqual([380, 400, 320, 480, 380]);
  });

  it("changes by keys within its bounds", () => {
    expect(["ArrowLeft", "ArrowRight", "Home", "End", "a"].map((key) => widthByKey(key, 400))).toEqual([384, 416, 320, 480, null]);
    expect([widthByKey("ArrowLeft", 322), widthByKey("ArrowRight", 478)]).toEqual([320, 480]);
  });
});
