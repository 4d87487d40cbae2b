import { CUSTOMER, dig, HMAC_KEY, openLinkedStage, openStage, until, type Stage } from "./stage.fixture.js";

const JID = "5511970000001:12@s.whatsapp.net";

describe("session of the WuzAPI stand-in", () => {
  let stage: Stage;
  afterEach(() => stage.close());

  it("answers 500 no session on every route that needs a client, and 400 on POST /session/history", async () => {
    stage = await openStage();
    const routes: [string, string][] = [
      ["GET", "/session/qr"],
      ["POST", "/session/disconnect"],
      ["POST", "/session/logout"],
      ["POST", "/session/pairphone"],
      ["POST", "/chat/send/text"],
      ["POST", "/chat/send/document"],
      ["POST", "/chat/markread"],
      ["POST", "/user/check"],
      ["GET", "/group/list"],
      ["GET", "/user/contacts"],
    ];
    for (const [method, path] of routes) {
      const reply = await stage.call(method, path, method === "POST" ? {} : undefined);
      expect([path, reply.status, reply.json["error"], reply.json["success"]]).toEqual([path, 500, "no session", false]);
    }
    expect((await stage.call("POST", "/session/history", { history: 5 })).status).toBe(400);
  });

  it("reports the status without a session", async () => {
    stage = await openStage();
    const { status, data } = await stage.call("GET", "/session/status");
    expect(status).toBe(200);
    expect(data).toMatchObject({ name: "loja", connected: false, loggedIn: false, jid: "", hmac_configured: false });
  });

  it("refuses to connect without a JSON body", async () => {
    stage = await openStage();
    const reply = await stage.call("POST", "/session/connect");
    expect([reply.status, reply.json["error"]]).toEqual([400, "could not decode Payload"]);
  });

  it("clears the subscription when Subscribe is absent", async () => {
    stage = await openStage();
    await stage.call("POST", "/session/connect", { Immediate: true });
    expect((await stage.call("GET", "/webhook")).data).toEqual({ webhook: stage.receiver.url, subscribe: [] });
  });

  it("empties the subscription when POST /webhook has no events", async () => {
    stage = await openStage();
    await stage.call("POST", "/webhook", { webhookurl: stage.receiver.url });
    expect((await stage.call("GET", "/webhook")).data).toEqual({ webhook: stage.receiver.url, subscribe: [] });
  });

  it("answers already connected when the client is running", async () => {
    stage = await openStage();
    await stage.call("POST", "/session/connect", { Immediate: true });
    const reply = await stage.call("POST", "/session/connect", { Immediate: true });
    expect([reply.status, reply.json["error"]]).toEqual([500, "already connected"]);
  });

  it("blocks ten protocol seconds without Immediate", async () => {
    stage = await openStage({ speed: 50 });
    const before = Date.now();
    expect((await stage.call("POST", "/session/connect", { Subscribe: ["All"] })).status).toBe(200);
    expect(Date.now() - before).toBeGreaterThanOrEqual(190);
  });

  it("shows an empty QR right after connecting, then an image, then QRTimeout and no session", async () => {
    stage = await openStage({ speed: 200 });
    await stage.call("POST", "/session/connect", { Subscribe: ["QR", "QRTimeout"], Immediate: true });
    await until(() => stage.receiver.of("QR").length > 0);
    expect(stage.receiver.of("QR")[0]?.event["qrCodeBase64"]).toMatch(/^data:image\/png;base64,/);
    await until(() => stage.receiver.of("QRTimeout").length > 0 && stage.receiver.of("QR").length === 6);
    expect((await stage.call("GET", "/session/qr")).json["error"]).toBe("no session");
  });

  it("answers an empty QR for the configured number of polls", async () => {
    stage = await openStage({ speed: 20 });
    stage.api.control.switches({ emptyQrPolls: 2 });
    await stage.call("POST", "/session/connect", { Subscribe: ["All"], Immediate: true });
    await until(() => stage.api.control.state().users[0]?.hasQr === true);
    expect((await stage.call("GET", "/session/qr")).data).toEqual({ QRCode: "" });
    expect((await stage.call("GET", "/session/qr")).data).toEqual({ QRCode: "" });
    expect(String((await stage.call("GET", "/session/qr")).data["QRCode"])).toMatch(/^data:image\/png/);
  });

  it("links by QR: PairSuccess, Connected, status logged in, and no more QR", async () => {
    stage = await openLinkedStage();
    expect(stage.receiver.of("PairSuccess")).toHaveLength(1);
    expect((await stage.call("GET", "/session/status")).data).toMatchObject({
      connected: true,
      loggedIn: true,
      jid: "5511970000001:12@s.whatsapp.net",
      qrcode: "",
    });
    const qr = await stage.call("GET", "/session/qr");
    expect([qr.status, qr.json["error"]]).toEqual([500, "already logged in"]);
  });

  it("shows the number as online at each Connected until it is told otherwise (WuzAPI #350)", async () => {
    stage = await openLinkedStage();
    const available = (): boolean | undefined => stage.api.control.state().users[0]?.available;
    expect(available()).toBe(true);
    await stage.call("POST", "/user/presence", { type: "unavailable" });
    expect(available()).toBe(false);
    await stage.call("POST", "/session/disconnect");
    await stage.call("POST", "/session/connect", { Subscribe: ["All"], Immediate: true });
    await until(() => available() === true);
  });

  it("links by pair code and refuses a second one", async () => {
    stage = await openStage({ speed: 20 });
    await stage.call("POST", "/session/connect", { Subscribe: ["All"], Immediate: true });
    await until(() => stage.api.control.state().users[0]?.hasQr === true);
    const reply = await stage.call("POST", "/session/pairphone", { Phone: "5511955550000" });
    const code = String(reply.data["LinkingCode"]);
    expect(code).toMatch(/^[1-9A-Z]{4}-[1-9A-Z]{4}$/);
    expect(() => stage.api.control.confirmCode({ token: stage.token, code: "0000-0000" })).toThrow("wrong pair code");
    stage.api.control.confirmCode({ token: stage.token, code: code.toLowerCase() });
    await until(() => stage.receiver.of("Connected").length > 0);
    expect((await stage.call("GET", "/session/status")).data["jid"]).toBe("5511955550000:12@s.whatsapp.net");
    const second = await stage.call("POST", "/session/pairphone", { Phone: "5511955550000" });
    expect([second.status, second.json["error"]]).toEqual([400, "already paired"]);
  });

  it("refuses a pair code before the socket is ready", async () => {
    stage = await openStage({ speed: 1 });
    await stage.call("POST", "/session/connect", { Subscribe: ["All"], Immediate: true });
    expect((await stage.call("POST", "/session/pairphone", { Phone: "5511955550000" })).status).toBe(400);
  });

  it("keeps the pairing over a disconnect, which clears events, and connects again without QR", async () => {
    stage = await openLinkedStage();
    expect((await stage.call("POST", "/session/disconnect")).data).toEqual({ Details: "Disconnected" });
    const status = (await stage.call("GET", "/session/status")).data;
    expect(status).toMatchObject({ connected: false, events: "", jid: "5511970000001:12@s.whatsapp.net" });
    await stage.call("POST", "/session/connect", { Subscribe: ["Connected"], Immediate: true });
    await until(() => stage.receiver.of("Connected").length === 2);
  });

  it("keeps jid after a logout, sends LoggedOut, and then connects as a new device with QR codes (WuzAPI #90, #133, #149)", async () => {
    stage = await openLinkedStage();
    expect((await stage.call("POST", "/session/logout")).status).toBe(200);
    await until(() => stage.receiver.of("LoggedOut").length === 1);
    expect(dig(stage.receiver.of("LoggedOut")[0]?.event, "event")).toEqual({ OnConnect: false, Reason: 401 });
    expect((await stage.call("GET", "/session/status")).data).toMatchObject({ connected: false, loggedIn: false, jid: JID });
    await stage.call("POST", "/session/connect", { Subscribe: ["All"], Immediate: true });
    await until(() => stage.api.control.state().users[0]?.hasQr === true);
    expect((await stage.call("GET", "/session/status")).data).toMatchObject({ connected: true, loggedIn: false, jid: JID });
    expect(String((await stage.call("GET", "/session/qr")).data["QRCode"])).toMatch(/^data:image\/png/);
  });

  it("sends Connected twice when configured", async () => {
    stage = await openStage();
    stage.api.control.switches({ connectedTwice: true });
    await stage.call("POST", "/session/connect", { Subscribe: ["All"], Immediate: true });
    await until(() => stage.api.control.state().users[0]?.hasQr === true);
    stage.api.control.scan({ token: stage.token });
    await until(() => stage.receiver.of("Connected").length === 2);
  });

  it("sends nothing when the stream is replaced, and can still report connected when configured", async () => {
    stage = await openLinkedStage();
    const before = stage.receiver.arrivals.length;
    stage.api.control.streamReplaced({ token: stage.token, lie: true });
    expect((await stage.call("GET", "/session/status")).data).toMatchObject({ connected: true, loggedIn: true });
    expect((await stage.call("POST", "/chat/send/text", { Phone: CUSTOMER, Body: "oi" })).status).toBe(500);
    stage.api.control.streamReplaced({ token: stage.token });
    expect((await stage.call("GET", "/session/status")).data).toMatchObject({ connected: false });
    await stage.api.control.idle();
    expect(stage.receiver.arrivals).toHaveLength(before);
  });

  it("ends a linked client with ConnectFailure when connecting fails", async () => {
    stage = await openLinkedStage();
    await stage.call("POST", "/session/disconnect");
    stage.api.control.switches({ failConnects: 1 });
    await stage.call("POST", "/session/connect", { Subscribe: ["All"], Immediate: true });
    await until(() => stage.receiver.of("ConnectFailure").length === 1);
    expect(stage.receiver.of("ConnectFailure")[0]?.event).toMatchObject({ event: "ConnectFailure", attempts: 3 });
    expect((await stage.call("GET", "/session/qr")).json["error"]).toBe("no session");
  });

  it("refuses each login during a ban with what is left of it, in nanoseconds (whatsmeow handleConnectFailure 402)", async () => {
    stage = await openLinkedStage();
    stage.api.control.tempBan({ token: stage.token, expireSeconds: 3600 });
    await until(() => stage.receiver.of("TemporaryBan").length === 1);
    await stage.call("POST", "/session/connect", { Subscribe: ["All"], Immediate: true });
    await until(() => stage.receiver.of("TemporaryBan").length === 2);
    const [first, second] = stage.receiver.of("TemporaryBan").map(({ event }) => Number(dig(event, "event")["Expire"]));
    expect(first).toBe(3600 * 1e9);
    expect(second).toBeLessThan(3600 * 1e9);
    expect((await stage.call("GET", "/session/status")).data).toMatchObject({ connected: false, loggedIn: false, jid: JID });
  });

  it("names the code with which WhatsApp refuses a login (whatsmeow handleConnectFailure)", async () => {
    stage = await openLinkedStage();
    stage.api.control.refuseLogins({ token: stage.token, code: 503 });
    await until(() => stage.receiver.of("ConnectFailure").length === 1);
    expect(dig(stage.receiver.of("ConnectFailure")[0]?.event, "event")).toEqual({ Reason: 503, Message: "", Raw: null });
    await stage.call("POST", "/session/connect", { Subscribe: ["All"], Immediate: true });
    await until(() => stage.receiver.of("ConnectFailure").length === 2);
    stage.api.control.refuseLogins({ token: stage.token, code: null });
    await stage.call("POST", "/session/connect", { Subscribe: ["All"], Immediate: true });
    await until(() => stage.receiver.of("Connected").length === 2);
  });

  it("links no account that needs a passkey, and asks for it (whatsmeow #1186, WuzAPI #342)", async () => {
    stage = await openStage({ speed: 20 });
    await stage.call("POST", "/session/connect", { Subscribe: ["All"], Immediate: true });
    await until(() => stage.api.control.state().users[0]?.hasQr === true);
    stage.api.control.demandPasskey({ token: stage.token });
    stage.api.control.scan({ token: stage.token });
    await until(() => stage.receiver.of("PairPasskeyRequest").length === 1);
    expect((await stage.call("GET", "/session/status")).data).toMatchObject({ loggedIn: false });
    expect(stage.receiver.of("PairSuccess")).toEqual([]);
  });

  it("connects again by itself after an interrupted stream, whose code it names (whatsmeow handleStreamError)", async () => {
    stage = await openLinkedStage();
    stage.api.control.streamError({ token: stage.token, code: "516" });
    expect((await stage.call("GET", "/session/status")).data).toMatchObject({ connected: false, loggedIn: false });
    await until(() => stage.receiver.of("Connected").length === 2);
    expect(dig(stage.receiver.of("StreamError")[0]?.event, "event")).toEqual({ Code: "516", Raw: null });
  });

  it("delivers events from while it was disconnected when it connects again", async () => {
    stage = await openLinkedStage();
    await stage.call("POST", "/session/disconnect");
    const { attempt } = stage.api.control.inbound({ token: stage.token, from: CUSTOMER, text: "alguém aí?" });
    expect(await attempt).toBe("waiting");
    await stage.call("POST", "/session/connect", { Subscribe: ["All"], Immediate: true });
    await until(() => stage.receiver.of("Message").length === 1);
  });

  it("keeps HMAC answers bare and never shows the key", async () => {
    stage = await openStage();
    expect((await stage.call("GET", "/session/hmac/config")).json).toEqual({ hmac_key: "" });
    expect((await stage.call("POST", "/session/hmac/config", { hmac_key: "short" })).status).toBe(400);
    const saved = await stage.call("POST", "/session/hmac/config", { hmac_key: HMAC_KEY });
    expect(Object.keys(saved.json)).toEqual(["Details"]);
    expect((await stage.call("GET", "/session/hmac/config")).json).toEqual({ hmac_key: "***" });
    expect((await stage.call("GET", "/session/status")).data["hmac_configured"]).toBe(true);
  });

  it("requests the messages before one that the phone has, the newest first and up to the count, and gets no answer for unknown ones", async () => {
    stage = await openLinkedStage({ webhookFormat: "json" });
    const receive = (text: string, at: number) => stage.api.control.inbound({ token: stage.token, from: CUSTOMER, text, at }).id;
    const [, second, third] = [1, 2, 3].map((place) => receive(`Mensagem ${place}`, place * 60_000));
    const ask = (id: string, count: number) =>
      stage.call(
        "GET",
        `/session/history?count=${count}&chat_jid=${CUSTOMER}@s.whatsapp.net&oldest_msg_id=${id}&oldest_msg_from_me=false&oldest_msg_timestamp=180000`,
      );
    expect((await ask("unknown", 50)).status).toBe(200);
    expect((await ask(third ?? "", 1)).data).toMatchObject({ Details: "History sync request Sent" });
    await stage.api.control.idle();
    const answers = stage.receiver.of("HistorySync").map(({ event }) => dig(event, "event", "Data"));
    expect(answers).toMatchObject([
      {
        syncType: 6,
        conversations: [
          {
            ID: `${CUSTOMER}@s.whatsapp.net`,
            messages: [
              {
                message: {
                  key: { remoteJID: `${CUSTOMER}@s.whatsapp.net`, fromMe: false, ID: second },
                  message: { conversation: "Mensagem 2" },
                  messageTimestamp: 120,
                },
              },
            ],
          },
        ],
      },
    ]);
  });
});
