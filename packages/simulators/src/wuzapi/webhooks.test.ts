import { createHash, createHmac } from "node:crypto";
import { createVariableClock, CUSTOMER, dig, HMAC_KEY, openLinkedStage, openStage, until, type Stage } from "./stage.fixture.js";

const JID = `${CUSTOMER}@s.whatsapp.net`;

describe("webhooks of the WuzAPI stand-in", () => {
  let stage: Stage;
  afterEach(() => stage.close());
  const inbound = (more: object = {}) => stage.api.control.inbound({ token: stage.token, from: CUSTOMER, text: "oi", ...more });
  const message = (index = 0) => dig(stage.receiver.of("Message")[index]?.event, "event");

  it("sends a key-sorted form by default, with base64 that survives its plus signs", async () => {
    stage = await openLinkedStage();
    const bytes = Buffer.from("fbeffbeffbef", "hex");
    await inbound({ kind: "document", text: "", media: { bytes, mime: "application/x-test", fileName: "a+b.bin" } }).attempt;
    const arrival = stage.receiver.of("Message")[0];
    expect(arrival?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect([...(arrival?.form?.keys() ?? [])]).toEqual(["instanceName", "jsonData", "userID"]);
    expect(arrival?.event).toMatchObject({ base64: bytes.toString("base64"), mimeType: "application/x-test", fileName: "a+b.bin" });
    expect(arrival?.body).toContain("%2B");
  });

  it("sends one JSON object with instanceName and userID in json mode", async () => {
    stage = await openLinkedStage({ webhookFormat: "json" });
    await inbound().attempt;
    expect(stage.receiver.of("Message")[0]?.event).toMatchObject({ type: "Message", instanceName: "loja", userID: expect.any(String) });
  });

  it.each(["form", "json"] as const)("signs the raw %s body with lower-case hex and no prefix", async (webhookFormat) => {
    stage = await openLinkedStage({ webhookFormat });
    await inbound({ text: "ção ✓" }).attempt;
    const arrival = stage.receiver.of("Message")[0];
    expect(arrival?.headers["x-hmac-signature"]).toBe(
      createHmac("sha256", HMAC_KEY)
        .update(arrival?.body ?? "")
        .digest("hex"),
    );
  });

  it("has neither signature nor base64 until the two calls, although the user was created with both; a restart also applies them", async () => {
    stage = await openStage();
    const webhook = stage.receiver.url;
    await stage.admin("POST", "/admin/users", {
      name: "b",
      token: "b_token",
      webhook,
      events: "All",
      hmacKey: HMAC_KEY,
      s3Config: { enabled: false, mediaDelivery: "base64" },
    });
    await stage.call("POST", "/session/connect", { Subscribe: ["All"], Immediate: true }, "b_token");
    await until(() => stage.api.control.state().users[1]?.hasQr === true);
    stage.api.control.scan({ token: "b_token" });
    await until(() => stage.receiver.of("Connected").length === 1);
    const photo = () => stage.api.control.inbound({ token: "b_token", from: CUSTOMER, kind: "image" }).attempt;
    await photo();
    expect(stage.receiver.of("Message")[0]?.headers["x-hmac-signature"]).toBeUndefined();
    expect(stage.receiver.of("Message")[0]?.event["base64"]).toBeUndefined();
    stage.api.control.restart();
    await until(() => stage.receiver.of("Connected").length === 2);
    await photo();
    expect(stage.receiver.of("Message")[1]?.headers["x-hmac-signature"]).toMatch(/^[0-9a-f]{64}$/);
    expect(stage.receiver.of("Message")[1]?.event["base64"]).toEqual(expect.any(String));
  });

  it("sends subscribed types only", async () => {
    stage = await openLinkedStage();
    await stage.call("POST", "/webhook", { webhookurl: stage.receiver.url, events: ["ReadReceipt"] });
    expect(await inbound().attempt).toBe("filtered");
    expect(await stage.api.control.receipt({ token: stage.token, from: CUSTOMER, ids: ["A"], state: "Read" })).toBe("accepted");
  });

  it("tries five times in all with pauses of 30·2ⁿ seconds, then drops the webhook", async () => {
    const clock = createVariableClock();
    stage = await openLinkedStage({ clock });
    clock.speed = 1000;
    stage.receiver.answer = () => 500;
    const before = Date.now();
    expect(await inbound().attempt).toBe("failed");
    await stage.api.control.idle();
    expect(stage.api.control.webhookAttempts("Message").map((attempt) => [attempt.attempt, attempt.status])).toEqual(
      [1, 2, 3, 4, 5].map((attempt) => [attempt, 500]),
    );
    expect(Date.now() - before).toBeGreaterThanOrEqual(30 + 60 + 120 + 240 - 10);
  });

  it("stops trying after the first 2xx and sends the same bytes again", async () => {
    const clock = createVariableClock();
    stage = await openLinkedStage({ clock });
    clock.speed = 1000;
    let asked = 0;
    stage.receiver.answer = () => ((asked += 1) === 1 ? 503 : 204);
    await inbound().attempt;
    await stage.api.control.idle();
    const [first, second, ...more] = stage.receiver.of("Message");
    expect(more).toEqual([]);
    expect(second?.body).toBe(first?.body);
  });

  it("duplicates, drops, delays, reorders and breaks signatures when configured", async () => {
    stage = await openLinkedStage();
    stage.api.control.webhookFaults({ duplicate: 2 });
    await inbound().attempt;
    expect(stage.receiver.of("Message")).toHaveLength(3);
    stage.api.control.webhookFaults({ drop: 1 });
    expect(await inbound().attempt).toBe("lost");
    stage.api.control.webhookFaults({ badsignature: true });
    await inbound().attempt;
    expect(stage.receiver.of("Message").at(-1)?.headers["x-hmac-signature"]).toBe("0".repeat(64));
    stage.api.control.webhookFaults({ unsigned: true });
    await inbound().attempt;
    expect(stage.receiver.of("Message").at(-1)?.headers["x-hmac-signature"]).toBeUndefined();
    stage.api.control.webhookFaults({ delay: [60, 60] });
    const before = Date.now();
    await inbound().attempt;
    expect(Date.now() - before).toBeGreaterThanOrEqual(55);
    stage.api.control.webhookFaults({ reorder: { window: 8 } });
    const arrived = stage.receiver.of("Message").length;
    await Promise.all(Array.from({ length: 8 }, (_, index) => inbound({ text: String(index) }).attempt));
    const texts = stage.receiver
      .of("Message")
      .slice(arrived)
      .map((arrival) => dig(arrival.event, "event", "Message")["conversation"]);
    expect(texts).toHaveLength(8);
    expect(texts).not.toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
    stage.api.control.webhookFaults({ stale: 60_000, format: "json" });
    await inbound({ at: 1_790_000_000_000 }).attempt;
    expect(dig(stage.receiver.of("Message").at(-1)?.event, "event", "Info")["Timestamp"]).toBe(new Date(1_789_999_940_000).toISOString());
  });

  it("writes a text message with its addresses, by phone and by LID", async () => {
    stage = await openLinkedStage();
    await inbound({ device: 12 }).attempt;
    expect(dig(message(), "Info")).toMatchObject({
      Chat: JID,
      Sender: `${CUSTOMER}:12@s.whatsapp.net`,
      IsFromMe: false,
      IsGroup: false,
      AddressingMode: "pn",
      Type: "text",
      PushName: "Cliente 1",
      Edit: "",
    });
    expect(message()["Message"]).toEqual({ conversation: "oi", messageContextInfo: { messageSecret: expect.any(String) } });
    await inbound({ addressing: "lid" }).attempt;
    expect(dig(message(1), "Info")).toMatchObject({ Chat: expect.stringMatching(/@lid$/), SenderAlt: JID, AddressingMode: "lid" });
    await inbound({ addressing: "lid-only" }).attempt;
    expect(dig(message(2), "Info")["SenderAlt"]).toBe("");
  });

  it("writes media with the wire's field names, and returns the same bytes for the right keys", async () => {
    stage = await openLinkedStage();
    await inbound({ kind: "audio", text: "" }).attempt;
    expect(dig(message(), "Info")["MediaType"]).toBe("ptt");
    const audio = dig(message(), "Message", "audioMessage");
    expect(audio).toMatchObject({ PTT: true, mimetype: "audio/ogg; codecs=opus", URL: expect.any(String), fileSHA256: expect.any(String) });
    const keys = {
      Url: audio["URL"],
      DirectPath: audio["directPath"],
      MediaKey: audio["mediaKey"],
      Mimetype: audio["mimetype"],
      FileEncSHA256: audio["fileEncSHA256"],
      FileSHA256: audio["fileSHA256"],
      FileLength: audio["fileLength"],
    };
    const given = await stage.call("POST", "/chat/downloadaudio", keys);
    const bytes = Buffer.from(String(given.data["Data"]).split(",")[1] ?? "", "base64");
    expect(createHash("sha256").update(bytes).digest("base64")).toBe(audio["fileSHA256"]);
    expect((await stage.call("POST", "/chat/downloadaudio", { ...keys, MediaKey: "AAAA" })).status).toBe(500);
    stage.api.control.expireMedia({ id: String(dig(message(), "Info")["ID"]) });
    expect((await stage.call("POST", "/chat/downloadaudio", keys)).status).toBe(500);
  });

  it("writes quotes, reactions, edits and revokes with the protocol's numbers", async () => {
    stage = await openLinkedStage();
    const { id } = inbound({ text: "preço?" });
    await until(() => stage.receiver.of("Message").length === 1);
    await inbound({ text: "e o frete?", quoted: id }).attempt;
    expect(dig(message(1), "Message", "extendedTextMessage", "contextInfo")).toMatchObject({
      stanzaID: id,
      participant: JID,
      quotedMessage: { conversation: "preço?" },
    });
    await inbound({ react: { id, emoji: "❤️" } }).attempt;
    expect(dig(message(2), "Message", "reactionMessage")).toMatchObject({ text: "❤️", key: { remoteJID: JID, fromMe: true, ID: id } });
    await inbound({ edit: id, text: "qual o preço?", sealed: false }).attempt;
    expect(dig(message(3), "Message", "protocolMessage")).toMatchObject({
      type: 14,
      key: { ID: id },
      editedMessage: { conversation: "qual o preço?" },
    });
    expect(dig(message(3), "Info")["Edit"]).toBe("1");
    await inbound({ revoke: id }).attempt;
    expect(dig(message(4), "Message", "protocolMessage")).toMatchObject({ type: 0, key: { ID: id } });
    expect(dig(message(4), "Info")["Edit"]).toBe("7");
  });

  it("passes a customer's edit on in the sealed form, and the owner's own in the open form", async () => {
    stage = await openLinkedStage();
    const { id } = inbound({ text: "preço?" });
    await until(() => stage.receiver.of("Message").length === 1);
    await inbound({ edit: id, text: "qual o preço?" }).attempt;
    expect(dig(message(1), "Message", "secretEncryptedMessage")).toMatchObject({ targetMessageKey: { ID: id }, secretEncType: 2 });
    expect(JSON.stringify(message(1))).not.toContain("qual o preço?");
    const own = inbound({ text: "bom dia", fromMe: true });
    await own.attempt;
    await inbound({ edit: own.id, text: "boa tarde", fromMe: true }).attempt;
    expect(dig(message(3), "Message", "protocolMessage")).toMatchObject({ type: 14, editedMessage: { conversation: "boa tarde" } });
  });

  it("names the message of a reaction from the side of the person who reacts", async () => {
    stage = await openLinkedStage();
    const { data } = await stage.call("POST", "/chat/send/text", { Phone: CUSTOMER, Body: "Pronto" });
    await inbound({ react: { id: String(data["Id"]), emoji: "👍" } }).attempt;
    expect(dig(message(), "Message", "reactionMessage", "key")).toMatchObject({ fromMe: false, ID: data["Id"] });
    await inbound({ fromMe: true, react: { id: String(data["Id"]), emoji: "👍" } }).attempt;
    expect(dig(message(1), "Message", "reactionMessage", "key")).toMatchObject({ fromMe: true, ID: data["Id"] });
  });

  it("sends what is typed on the phone, but never echoes what the API sent", async () => {
    stage = await openLinkedStage();
    await inbound({ fromMe: true }).attempt;
    expect(dig(message(), "Info")).toMatchObject({ IsFromMe: true, Chat: JID, Sender: "5511970000001@s.whatsapp.net" });
    await stage.call("POST", "/chat/send/text", { Phone: CUSTOMER, Body: "pela API" });
    await stage.api.control.idle();
    expect(stage.receiver.of("Message")).toHaveLength(1);
  });

  it("writes group messages with the group as chat and the customer as sender", async () => {
    stage = await openLinkedStage();
    const { jid } = stage.api.control.group({ name: "Bairro", participants: [CUSTOMER] });
    await inbound({ group: jid, mentions: ["5511970000001@s.whatsapp.net"] }).attempt;
    expect(dig(message(), "Info")).toMatchObject({ Chat: jid, Sender: JID, IsGroup: true });
    expect(dig(message(), "Message", "extendedTextMessage", "contextInfo")["mentionedJID"]).toEqual(["5511970000001@s.whatsapp.net"]);
  });

  it("drops the whole Message when the media fails, and leaves the base64 out when configured", async () => {
    stage = await openLinkedStage();
    stage.api.control.switches({ dropMediaMessages: 1, omitBase64: 1 });
    expect(await inbound({ kind: "image" }).attempt).toBe("lost");
    await inbound({ kind: "image" }).attempt;
    expect(stage.receiver.of("Message")).toHaveLength(1);
    expect(stage.receiver.of("Message")[0]?.event["base64"]).toBeUndefined();
  });

  it("sends the same Message again with another RetryCount", async () => {
    stage = await openLinkedStage();
    await inbound({ id: "AAA" }).attempt;
    await inbound({ id: "AAA", retryCount: 1 }).attempt;
    expect([message(0), message(1)].map((event) => [dig(event, "Info")["ID"], event["RetryCount"]])).toEqual([
      ["AAA", 0],
      ["AAA", 1],
    ]);
    expect(stage.api.control.state().chats[0]?.messages).toHaveLength(1);
  });

  it("leaves nothing of a content that its protocol does not know but its context and its type (whatsmeow parseMessageInfo)", async () => {
    stage = await openLinkedStage();
    await stage.api.control.inbound({ token: stage.token, from: CUSTOMER, newer: "event" }).attempt;
    expect(stage.receiver.of("Message")[0]?.event["event"]).toMatchObject({ Info: { Type: "event" }, Message: expect.any(Object) });
    const tree = dig(stage.receiver.of("Message")[0]?.event ?? {}, "event", "Message");
    expect(Object.keys(tree)).toEqual(["messageContextInfo"]);
  });

  it("sends presence, typing, calls and bans, and passes raw events on", async () => {
    stage = await openLinkedStage();
    const { control } = stage.api;
    const { token } = stage;
    await control.presence({ token, from: CUSTOMER, state: "offline" });
    await control.chatPresence({ token, from: CUSTOMER, state: "composing", media: "audio" });
    await control.call({ token, from: CUSTOMER, phase: "offer", id: "C1" });
    await control.call({ token, from: CUSTOMER, phase: "terminate", id: "C1" });
    await control.raw({ token, body: { type: "Picture", event: { JID } } });
    expect(stage.receiver.of("ChatPresence")[0]?.event["event"]).toMatchObject({ Chat: JID, State: "composing", Media: "audio" });
    expect(stage.receiver.of("CallOffer")[0]?.event["event"]).toMatchObject({ From: JID, CallID: "C1" });
    expect(stage.receiver.of("CallTerminate")).toHaveLength(1);
    expect(stage.receiver.of("Presence")[0]?.event["state"]).toBe("offline");
    expect(stage.receiver.of("Picture")[0]?.event).toEqual({ type: "Picture", event: { JID } });
  });
});
