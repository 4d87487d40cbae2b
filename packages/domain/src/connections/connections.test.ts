import {
  CAPABILITIES,
  CONNECTOR_APIS,
  DEFAULT_CONNECTOR,
  DEFAULT_MESSAGES,
  isPairPhone,
  needsAttention,
  SESSION_STATUSES,
  sessionActions,
  toTypebotAddress,
  uploadLimitSentence,
  withDefaultMessages,
  type ConnectorApi,
  type SessionAction,
  type SessionStatus,
} from "./index.js";

describe("connectors", () => {
  it("are the four of the documents, meow by default [CONN-010, CONN-011]", () => {
    expect([...CONNECTOR_APIS].sort()).toEqual(["baileys", "cloud_api", "meow", "wwebjs"]);
    expect(DEFAULT_CONNECTOR).toBe("meow");
  });

  it("need attention in five of the seven states (D-023) [CONN-022, CONN-023]", () => {
    expect(SESSION_STATUSES).toHaveLength(7);
    expect(SESSION_STATUSES.filter(needsAttention)).toEqual(["qrcode", "PAIRING", "DISCONNECTED", "TIMEOUT", "OPENING"]);
  });

  it.each<[ConnectorApi, number]>([
    ["baileys", 20],
    ["wwebjs", 20],
    ["cloud_api", 20],
    ["meow", 100],
  ])("let %s upload %i MB and say so [CONV-022, CONV-023]", (api, megabytes) => {
    expect(CAPABILITIES[api].uploadLimitBytes).toBe(megabytes * 1024 * 1024);
    expect(uploadLimitSentence(api)).toBe(`Os arquivos selecionados excedem o limite total de ${String(megabytes)} MB.`);
  });

  it("choose the message id wherever a repeated send must be safe (M-5)", () => {
    expect(CONNECTOR_APIS.filter((api) => CAPABILITIES[api].chosenId).sort()).toEqual(["baileys", "meow"]);
    expect(CAPABILITIES.cloud_api).toMatchObject({
      edit: false,
      deleteForEveryone: false,
      templates: true,
      window24h: true,
      groups: false,
      inFlight: 32,
    });
  });
});

describe("sessionActions", () => {
  it.each<[ConnectorApi, SessionStatus, SessionAction[], string]>([
    ["baileys", "qrcode", ["showQr"], "CONN-003"],
    ["wwebjs", "LOGGEDOUT", ["showQr"], "CONN-003"],
    ["meow", "qrcode", ["showQr", "pairCode"], "CONN-003"],
    ["meow", "LOGGEDOUT", ["showQr", "pairCode"], "CONN-003"],
    ["meow", "DISCONNECTED", ["reconnect", "newQr"], "CONN-004"],
    ["baileys", "DISCONNECTED", ["tryAgain", "newQr"], "CONN-005"],
    ["wwebjs", "DISCONNECTED", ["tryAgain", "newQr"], "CONN-005"],
    ["cloud_api", "DISCONNECTED", ["tryAgain"], "CONN-005"],
    ["meow", "CONNECTED", ["disconnect"], "CONN-006"],
    ["wwebjs", "PAIRING", ["disconnect"], "CONN-006"],
    ["meow", "TIMEOUT", ["newQr", "disconnect"], "CONN-006"],
    ["baileys", "CONNECTED", ["disconnect"], "D-290"],
    ["cloud_api", "CONNECTED", [], "D-290"],
    ["baileys", "OPENING", ["connecting", "disconnect"], "CONN-007"],
    ["cloud_api", "OPENING", ["connecting", "tryAgain"], "CONN-007"],
  ])("gives %s in state %s the buttons %j [%s]", (api, status, actions) => {
    expect(sessionActions(api, status, null)).toEqual(actions);
  });

  it("adds the setting of the version where it is refused, and asks Meta again where it warns [D-290]", () => {
    expect(sessionActions("cloud_api", "CONNECTED", "metaLowQuality")).toEqual(["tryAgain"]);
    expect(sessionActions("baileys", "DISCONNECTED", "connectorRefused")).toEqual(["setVersion", "tryAgain", "newQr"]);
  });
});

describe("withDefaultMessages", () => {
  it("replaces empty and blank texts and names them [CONN-018]", () => {
    const { messages, replaced } = withDefaultMessages({
      outOfHoursMessage: "  ",
      transferMessage: "Até já!",
      npsMessage: "Nota?",
      npsTksMessage: "Obrigado!",
    });
    expect(messages).toMatchObject({
      outOfHoursMessage: DEFAULT_MESSAGES.outOfHoursMessage,
      transferMessage: "Até já!",
      greetingBotMessage: "Escolha uma das opções abaixo:",
    });
    expect(replaced).toEqual(["outOfHoursMessage", "greetingBotMessage"]);
  });

  it("asks for a rating from 1 to 5 by default [NPS-005]", () => {
    expect(withDefaultMessages({}).messages.npsMessage).toBe("Por favor, avalie nosso atendimento com uma nota de 1 a 5.");
  });
});

describe("isPairPhone", () => {
  it.each([
    ["551199990000", true],
    ["5511999990000", true],
    ["55119999000", false],
    ["55119999900001", false],
    ["+551199990000", false],
    ["55 1199990000", false],
  ])("reads %s as %s [CONN-026, CONN-027]", (phone, valid) => {
    expect(isPairPhone(phone)).toBe(valid);
  });
});

describe("toTypebotAddress", () => {
  it.each([
    ["", ""],
    ["  ", ""],
    ["https://bot.example.com", "https://bot.example.com"],
    ["https://Bot.Example.com:8443/fluxo/", "https://bot.example.com:8443/fluxo"],
    ["bot.example.com", "https://bot.example.com"],
    ["http://bot.example.com", null],
    ["javascript:alert(1)", null],
    ["https://eu:senha@bot.example.com", null],
    ["https://localhost", null],
    ["um texto", null],
  ])("keeps %j as %j (D-149)", (text, kept) => {
    expect(toTypebotAddress(text)).toBe(kept);
  });
});
