import { toReport, type MeowFacts } from "./meowStatus.js";

const NOTHING: MeowFacts = {
  connected: false,
  loggedIn: false,
  jid: "",
  qrcode: "",
  linkedJid: "",
  pairing: false,
  offered: false,
  ended: null,
  passkey: false,
};
const JID = "5511900001111:12@s.whatsapp.net";

describe("the state of a WuzAPI session", () => {
  it.each<[string, Partial<MeowFacts>]>([
    ["DISCONNECTED", {}],
    ["DISCONNECTED", { jid: JID, linkedJid: JID }],
    ["OPENING", { connected: true }],
    ["OPENING", { connected: true, jid: JID, linkedJid: JID }],
    ["qrcode", { connected: true, qrcode: "data:image/png;base64,AAAA" }],
    ["PAIRING", { connected: true, qrcode: "data:image/png;base64,AAAA", pairing: true }],
    ["qrcode", { connected: true, qrcode: "data:image/png;base64,AAAA", jid: JID }],
    ["PAIRING", { connected: true, pairing: true, jid: JID }],
    ["CONNECTED", { connected: true, loggedIn: true, jid: JID, linkedJid: JID }],
    ["TIMEOUT", { offered: true }],
    ["TIMEOUT", { pairing: true }],
    ["TIMEOUT", { offered: true, jid: JID }],
    ["TIMEOUT", { connected: true, qrcode: "data:image/png;base64,AAAA", passkey: true }],
    ["LOGGEDOUT", { jid: JID, ended: "loggedOut" }],
    ["LOGGEDOUT", { connected: true, jid: JID, qrcode: "data:image/png;base64,AAAA", ended: "loggedOut" }],
  ])("is %s for %j [CONN-022]", (status, facts) => {
    expect(toReport({ ...NOTHING, ...facts }).status).toBe(status);
  });

  it("shows the code only while it can be used, and the number without its device", () => {
    const code = "data:image/png;base64,AAAA";
    expect(toReport({ ...NOTHING, connected: true, qrcode: code }).qrcode).toBe(code);
    expect(toReport({ ...NOTHING, connected: true, qrcode: code, pairing: true }).qrcode).toBeNull();
    expect(toReport({ ...NOTHING, connected: true, loggedIn: true, jid: JID }).phone).toBe("5511900001111");
  });
});
