import { DEFAULT_SETTINGS, parseSetting, SETTING_KEYS, SETTINGS, toSettings, type SettingRow } from "./index.js";

const choicesOf = (key: "timeCreateNewTicket" | "queueCron" | "intervalClose" | "closeNpsInterval"): readonly number[] =>
  SETTINGS[key].choices;
const refused = (key: string, value: unknown): unknown => parseSetting(key, value);

describe("the registry of settings", () => {
  it("has every toggle of the documents [SET-010, SET-011, SET-012, SET-013, SET-014, SET-015, SET-016, SET-017, SET-018, SET-019, SET-020, SET-021, SET-022, SET-023, SET-024, SET-026, SET-027, TICKET-044]", () => {
    const toggles = SETTING_KEYS.filter((key) => SETTINGS[key].kind === "toggle");
    expect(toggles.sort()).toEqual([
      "CheckMsgIsGroup",
      "allowAgendador",
      "blockContactImport",
      "call",
      "checkNumbers",
      "forceSign",
      "forceTransferMessage",
      "generateProtocol",
      "greetingProtocolGroup",
      "groupPerUser",
      "hierarchy",
      "holidays",
      "lastAttendant",
      "notificateAllTickets",
      "notifyGroupToAllUsers",
      "onlyAdminSeeEmptyQueue",
      // Added: what a push may say, and when nothing is sent to many.
      "pushMessageText",
      "quietHours",
      "saturday",
      "shareWaiting",
      "sunday",
      "userClosedQueues",
      "userCreation",
      "userShowAll",
      "weekdays",
    ]);
  });

  it("offers the documented intervals [SET-003, SET-004, SET-007]", () => {
    expect(choicesOf("queueCron")).toEqual([2, 5, 10, 15, 30, 60]);
    expect(choicesOf("intervalClose")).toEqual([10, 15, 30, 60, 180, 1440]);
    expect(choicesOf("closeNpsInterval")).toEqual([1, 5, 10, 30, 60, 120, 300, 720, 1440]);
  });

  it("offers every documented waiting time for a new ticket once, in seconds (D-172) [SET-005, SET-006]", () => {
    const seconds = [10, 30, 60, 300, 1800, 3600, 7200, 21600, 43200, 86400, 172800];
    const minutes = [0, 5, 10, 30, 60, 120, 300, 720, 1440].map((minute) => minute * 60);
    expect(choicesOf("timeCreateNewTicket")).toEqual([...new Set([...seconds, ...minutes])].sort((a, b) => a - b));
    expect(SETTINGS.timeCreateNewTicket.unit).toBe("seconds");
  });

  it("shows the block of contact import to user 1 only [SET-033, CONTACT-020]", () => {
    const superOnly = SETTING_KEYS.filter((key) => {
      const row: SettingRow = SETTINGS[key];
      return row.superOnly === true;
    });
    expect(superOnly).toEqual(["blockContactImport", "keepTickets", "keepMessages", "keepMedia", "keepJournal", "keepAudit"]);
  });

  it("seeds the values of D-222 [SET-008, SET-009, SET-025]", () => {
    expect(DEFAULT_SETTINGS).toMatchObject({
      call: true,
      allowAgendador: true,
      weekdays: true,
      saturday: false,
      userCreation: false,
      hierarchy: false,
      sound: "default",
      uriIframe: "",
      horarioAbertura: "08:00",
      horarioFechamento: "18:00",
      horarioAlmoco: "12:00",
      horarioFimAlmoco: "13:00",
      timeCreateNewTicket: 60,
      closeNpsInterval: 10,
      queueCron: null,
      intervalClose: null,
      timeZone: "America/Sao_Paulo",
    });
  });
});

describe("parseSetting", () => {
  it.each([
    ["horarioAbertura", "Horário de abertura inválido", "SET-029"],
    ["horarioFechamento", "Horário de fechamento inválido", "SET-030"],
    ["horarioAlmoco", "Horário de almoço inválido", "SET-031"],
    ["horarioFimAlmoco", "Horário de final de almoço inválido", "SET-032"],
  ])("refuses a wrong time for %s with «%s» [SET-028, %s]", (key, sentence) => {
    for (const wrong of ["24:00", "8:00", "08:60", "0800", "", "08:00:00", 800, null])
      expect(refused(key, wrong)).toEqual({ ok: false, code: "ERR_VALIDATION", sentence });
    for (const right of ["00:00", "23:59", "19:05"]) expect(refused(key, right)).toEqual({ ok: true, key, value: right });
  });

  it.each<[string, unknown, string | null]>([
    ["hierarchy", "enabled", "enabled"],
    ["hierarchy", true, "enabled"],
    ["hierarchy", "1", "enabled"],
    ["hierarchy", "false", "disabled"],
    ["hierarchy", "perhaps", null],
    ["queueCron", "5", "5"],
    ["queueCron", 5, "5"],
    ["queueCron", "", ""],
    ["queueCron", 7, null],
    ["closeNpsInterval", "", null],
    ["timeCreateNewTicket", 0, "0"],
    ["timeCreateNewTicket", "0", "0"],
    ["timeCreateNewTicket", 61, null],
    ["sound", "skype", "skype"],
    ["sound", "loud", null],
    ["uriIframe", "https://crm.example/{{ticketId}}?n={{number}}", "https://crm.example/{{ticketId}}?n={{number}}"],
    ["uriIframe", "", ""],
    ["uriIframe", "http://crm.example", null],
    ["uriIframe", "javascript:alert(1)", null],
    ["timeZone", "America/Manaus", "America/Manaus"],
    ["timeZone", "Mars/Olympus", null],
    ["timeZone", "-03:00", null],
    ["companyCountry", "PT", "PT"],
    ["companyCountry", "pt", null],
  ])("stores %s = %j as %j [SET-002, SET-011, S-60]", (key, value, stored) => {
    expect(parseSetting(key, value)).toMatchObject(
      stored === null ? { ok: false, code: "ERR_VALIDATION", sentence: null } : { ok: true, value: stored },
    );
  });

  it.each(["unknown", "__proto__", "toString"])("refuses the unknown key %s (D-221) [SET-002]", (key) => {
    expect(parseSetting(key, "enabled")).toEqual({ ok: false, code: "ERR_NO_SETTING_FOUND", sentence: null });
  });
});

describe("toSettings", () => {
  it.each([
    ["", true],
    ["2.3000.1043857760", true],
    ["2.3000", false],
    ["1043857760", false],
    ["2.3000.x", false],
  ])("takes %j as a version of WhatsApp: %s [D-290]", (value, ok) => {
    expect(parseSetting("whatsappVersion", value).ok).toBe(ok);
  });

  it("gives stored texts their types [SET-002]", () => {
    const rows = [
      { key: "hierarchy", value: "enabled" },
      { key: "queueCron", value: "15" },
      { key: "sound", value: "blub" },
      { key: "timeCreateNewTicket", value: "300" },
    ];
    expect(toSettings(rows)).toEqual({
      ...DEFAULT_SETTINGS,
      hierarchy: true,
      queueCron: 15,
      sound: "blub",
      timeCreateNewTicket: 300,
    });
  });

  it("reads an invalid row as its default, an unknown sound as the default one (D-101) [SET-008]", () => {
    expect(
      toSettings([
        { key: "sound", value: "loud" },
        { key: "horarioAbertura", value: "nine" },
        { key: "nonsense", value: "1" },
      ]),
    ).toEqual(DEFAULT_SETTINGS);
  });
});
