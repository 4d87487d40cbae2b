import { createServer } from "node:http";
import { sampleOf } from "./samples.js";
import { CUSTOMER, openLinkedStage, until, dig, type Stage } from "./stage.fixture.js";

const JID = `${CUSTOMER}@s.whatsapp.net`;
const DATA = Buffer.from("conteúdo de teste").toString("base64");

describe("sending through the WuzAPI stand-in", () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openLinkedStage({ receipts: { deliveredAfterMs: 10 } });
  });
  afterEach(() => stage.close());
  const chat = () => stage.api.control.state().chats.find((known) => known.chat === CUSTOMER)?.messages ?? [];

  it("sends a text to digits, to a number with plus and to a full JID of the same customer", async () => {
    for (const Phone of [CUSTOMER, `+${CUSTOMER}`, JID]) {
      const reply = await stage.call("POST", "/chat/send/text", { Phone, Body: "oi" });
      expect(reply.data).toEqual({ Details: "Sent", Timestamp: expect.any(Number), Id: expect.stringMatching(/^3EB0[0-9A-F]{18}$/) });
    }
    expect(chat()).toHaveLength(3);
  });

  it("names the missing field and the number that it cannot parse", async () => {
    const error = async (path: string, body: unknown): Promise<unknown> => {
      const reply = await stage.call("POST", path, body);
      return [reply.status, reply.json["error"]];
    };
    expect(await error("/chat/send/text", { Body: "oi" })).toEqual([400, "missing Phone in Payload"]);
    expect(await error("/chat/send/text", { Phone: CUSTOMER })).toEqual([400, "missing Body in Payload"]);
    expect(await error("/chat/send/text", { Phone: "abc", Body: "oi" })).toEqual([400, "could not parse Phone"]);
    expect(await error("/chat/send/contact", { Phone: CUSTOMER, Name: "x" })).toEqual([400, "missing Vcard in Payload"]);
    expect(await error("/chat/react", { Phone: CUSTOMER, Body: "👍" })).toEqual([400, "missing Id in Payload"]);
  });

  it("refuses StanzaId without Participant and the other way round", async () => {
    const send = (ContextInfo: unknown) => stage.call("POST", "/chat/send/text", { Phone: CUSTOMER, Body: "oi", ContextInfo });
    expect((await send({ StanzaId: "A" })).json["error"]).toBe("missing Participant in ContextInfo");
    expect((await send({ Participant: JID })).json["error"]).toBe("missing StanzaId in ContextInfo");
    expect((await send({ StanzaId: "A", Participant: JID })).status).toBe(200);
    expect(chat()[0]?.quotedId).toBe("A");
  });

  it("shows one message for the same Id sent twice, and records both posts", async () => {
    for (let time = 0; time < 2; time += 1) {
      expect((await stage.call("POST", "/chat/send/text", { Phone: CUSTOMER, Body: "uma vez", Id: "3EB0AAAA" })).data["Id"]).toBe(
        "3EB0AAAA",
      );
    }
    expect(chat()).toHaveLength(1);
    expect(chat()[0]?.posts).toBe(2);
    expect(stage.api.control.requests("/chat/send/text")).toHaveLength(2);
    await until(() => stage.receiver.of("ReadReceipt").length > 0);
    await stage.api.control.idle();
    expect(stage.receiver.of("ReadReceipt")).toHaveLength(1);
  });

  // asternic/wuzapi, handlers.go: SendAudio and SendSticker read no Caption, SendImage, SendVideo and SendDocument do.
  it("ignores a caption beside a sound or a sticker, as WuzAPI does", async () => {
    const send = (path: string, field: string, type: string, more = {}) =>
      stage.call("POST", path, { Phone: CUSTOMER, [field]: `data:${type};base64,${DATA}`, Caption: "legenda", ...more });
    expect((await send("/chat/send/audio", "Audio", "audio/mpeg")).status).toBe(200);
    expect((await send("/chat/send/sticker", "Sticker", "image/webp")).status).toBe(200);
    await send("/chat/send/image", "Image", "image/png");
    await send("/chat/send/video", "Video", "video/mp4");
    await send("/chat/send/document", "Document", "application/octet-stream", { FileName: "a.pdf" });
    expect(chat().map(({ kind, text }) => [kind, text])).toEqual([
      ["audio", ""],
      ["sticker", ""],
      ["image", "legenda"],
      ["video", "legenda"],
      ["document", "legenda"],
    ]);
  });

  it("keeps the bytes of an image, and uses WuzAPI's default types for audio", async () => {
    await stage.call("POST", "/chat/send/image", { Phone: CUSTOMER, Image: `data:image/png;base64,${DATA}`, Caption: "foto" });
    await stage.call("POST", "/chat/send/audio", { Phone: CUSTOMER, Audio: `data:audio/ogg;base64,${DATA}` });
    await stage.call("POST", "/chat/send/audio", { Phone: CUSTOMER, Audio: `data:audio/mpeg;base64,${DATA}`, ptt: false });
    const files = chat().map((message) => stage.api.control.file(message.fileKey));
    expect(files.map((file) => file?.mime)).toEqual(["image/png", "audio/ogg; codecs=opus", "audio/mpeg"]);
    expect(files[0]?.bytes.toString()).toBe("conteúdo de teste");
    expect(chat().map((message) => message.ptt)).toEqual([false, true, false]);
  });

  it("refuses a document of any other prefix, and cuts the connection for a too short one", async () => {
    const send = (Document: string) =>
      stage.call("POST", "/chat/send/document", { Phone: CUSTOMER, FileName: "a.pdf", MimeType: "application/pdf", Document });
    expect((await send(`data:application/pdf;base64,${DATA}`)).status).toBe(400);
    await expect(send("data:")).rejects.toThrow();
    expect((await send(`data:application/octet-stream;base64,${DATA}`)).status).toBe(200);
    expect(stage.api.control.fileInfo(chat()[0]?.fileKey ?? "")).toMatchObject({ mime: "application/pdf", fileName: "a.pdf" });
    expect(
      (await stage.call("POST", "/chat/send/document", { Phone: CUSTOMER, Document: `data:application/octet-stream;base64,${DATA}` })).json[
        "error"
      ],
    ).toBe("missing FileName in Payload");
  });

  it("treats a zero coordinate as missing", async () => {
    const send = (Latitude: number, Longitude: number) =>
      stage.call("POST", "/chat/send/location", { Phone: CUSTOMER, Latitude, Longitude });
    expect((await send(0, 0)).json["error"]).toBe("missing Latitude in Payload");
    expect((await send(-23.5, 0)).json["error"]).toBe("missing Longitude in Payload");
    expect((await send(-23.5, -46.6)).status).toBe(200);
  });

  it("answers a poll without Timestamp and a list with one in RFC 3339", async () => {
    const poll = await stage.call("POST", "/chat/send/poll", { group: JID, header: "Sabor?", options: ["A", "B"] });
    expect(poll.data).toEqual({ Details: "Poll sent successfully", Id: expect.any(String) });
    expect((await stage.call("POST", "/chat/send/poll", { group: JID, header: "Sabor?", options: ["A"] })).status).toBe(400);
    const list = await stage.call("POST", "/chat/send/list", {
      Phone: CUSTOMER,
      ButtonText: "Ver",
      Desc: "d",
      TopText: "t",
      Sections: [{ title: "s", rows: [{ title: "r", desc: "", RowId: "1" }] }],
    });
    expect(list.data["Timestamp"]).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it("cannot read a moving webp that is sent as a picture, and takes it as a document", async () => {
    const moving = Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBPVP8X\n\0\0\0", "latin1"), Buffer.from([0x12]), Buffer.alloc(20)]).toString(
      "base64",
    );
    const picture = await stage.call("POST", "/chat/send/image", { Phone: CUSTOMER, Image: `data:image/webp;base64,${moving}` });
    expect([picture.status, picture.json["error"]]).toEqual([
      500,
      expect.stringContaining("could not decode image for thumbnail preparation"),
    ]);
    const Document = `data:application/octet-stream;base64,${moving}`;
    expect((await stage.call("POST", "/chat/send/document", { Phone: CUSTOMER, Document, FileName: "a.webp" })).status).toBe(200);
  });

  it("refuses private media addresses except allowed hosts", async () => {
    const reply = await stage.call("POST", "/chat/send/image", { Phone: CUSTOMER, Image: "http://127.0.0.1:9/a.png" });
    expect(reply.status).toBe(400);
    const server = createServer((_request, response) =>
      response.writeHead(200, { "content-type": "image/png" }).end(sampleOf("photo").bytes),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const host = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
    const other = await openLinkedStage({ allowedMediaHosts: [host] });
    expect((await other.call("POST", "/chat/send/image", { Phone: CUSTOMER, Image: `http://${host}/a.png` })).status).toBe(200);
    await other.close();
    server.closeAllConnections();
    server.close();
  });

  it("edits within the window only, deletes for everyone, reacts with the prefix me:, and removes the reaction", async () => {
    const id = String((await stage.call("POST", "/chat/send/text", { Phone: CUSTOMER, Body: "erado" })).data["Id"]);
    await stage.call("POST", "/chat/send/edit", { Phone: CUSTOMER, Id: id, Body: "errado" });
    expect(chat()[0]).toMatchObject({ text: "errado", edited: true });
    const reaction = await stage.call("POST", "/chat/react", { Phone: CUSTOMER, Id: `me:${id}`, Body: "👍" });
    expect(reaction.data["Id"]).toBe(id);
    expect(chat()[0]?.reactions).toEqual([{ by: "5511970000001", emoji: "👍" }]);
    await stage.call("POST", "/chat/react", { Phone: CUSTOMER, Id: `me:${id}`, Body: "remove" });
    expect(chat()[0]?.reactions).toEqual([]);
    expect((await stage.call("POST", "/chat/delete", { Phone: CUSTOMER, Id: id })).data["Details"]).toBe("Deleted");
    expect(chat()[0]?.revoked).toBe(true);
    const late = await openLinkedStage({ editWindowMs: -1 });
    const old = String((await late.call("POST", "/chat/send/text", { Phone: CUSTOMER, Body: "a" })).data["Id"]);
    expect((await late.call("POST", "/chat/send/edit", { Phone: CUSTOMER, Id: old, Body: "b" })).status).toBe(200);
    expect(late.api.control.state().chats[0]?.messages[0]?.text).toBe("a");
    await late.close();
  });

  it("reports Delivered by policy, and Read when the customer opens the chat", async () => {
    const id = String((await stage.call("POST", "/chat/send/text", { Phone: CUSTOMER, Body: "oi" })).data["Id"]);
    await until(() => stage.receiver.of("ReadReceipt").length === 1);
    expect(stage.receiver.of("ReadReceipt")[0]?.event).toMatchObject({
      state: "Delivered",
      event: { Chat: JID, Sender: JID, IsFromMe: false, MessageIDs: [id], Type: "" },
    });
    stage.api.control.customer({ phone: CUSTOMER, readReceipts: false });
    await stage.api.control.openChat({ token: stage.token, from: CUSTOMER });
    expect(chat()[0]?.state).toBe("delivered");
    stage.api.control.customer({ phone: CUSTOMER, readReceipts: true });
    await stage.api.control.openChat({ token: stage.token, from: CUSTOMER });
    expect(stage.receiver.of("ReadReceipt").map((arrival) => arrival.event["state"])).toEqual(["Delivered", "Read"]);
  });

  it("delivers to an offline customer only when that customer comes online", async () => {
    stage.api.control.customer({ phone: CUSTOMER, online: false });
    await stage.call("POST", "/chat/send/text", { Phone: CUSTOMER, Body: "oi" });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(chat()[0]?.state).toBe("sent");
    stage.api.control.customer({ phone: CUSTOMER, online: true });
    await until(() => stage.receiver.of("ReadReceipt").length === 1);
  });

  it("sends the receipt before the answer of the send when configured", async () => {
    stage.api.control.switches({ receiptBeforeAnswer: true });
    await stage.call("POST", "/chat/send/text", { Phone: CUSTOMER, Body: "oi" });
    expect(stage.receiver.of("ReadReceipt")).toHaveLength(1);
  });

  it("marks the customer's messages as read, with either name of the fields", async () => {
    const { id, attempt } = stage.api.control.inbound({ token: stage.token, from: CUSTOMER, text: "oi" });
    await attempt;
    expect((await stage.call("POST", "/chat/markread", { ChatPhone: CUSTOMER, Id: [id] })).status).toBe(200);
    expect(chat()[0]?.state).toBe("read");
    expect((await stage.call("POST", "/chat/markread", { Chat: CUSTOMER, Sender: CUSTOMER, Id: [id] })).status).toBe(200);
    expect((await stage.call("POST", "/chat/markread", { ChatPhone: CUSTOMER })).json["error"]).toBe("missing Id in Payload");
  });

  it("shows typing to the customer until it pauses", async () => {
    await stage.call("POST", "/chat/presence", { Phone: CUSTOMER, State: "composing", Media: "audio" });
    expect(stage.api.control.state().chats.find((known) => known.chat === CUSTOMER)?.typing ?? "recording").toBe("recording");
    await stage.call("POST", "/chat/presence", { Phone: CUSTOMER, State: "paused" });
    expect(stage.api.control.state().chats.every((known) => known.typing === "")).toBe(true);
  });

  it("refuses a number that is not on WhatsApp and finds the other Brazilian form of one that is", async () => {
    stage.api.control.customer({ phone: "5511933330000", onWhatsapp: false });
    expect((await stage.call("POST", "/chat/send/text", { Phone: "5511933330000", Body: "oi" })).json["error"]).toMatch(
      /^error sending message: /,
    );
    stage.api.control.customer({ phone: "5511987654321" });
    const check = await stage.call("POST", "/user/check", { Phone: ["+55 11 8765-4321", CUSTOMER, "5511933330000", "123"] });
    expect(check.data["Users"]).toMatchObject([
      { IsInWhatsapp: true, JID: "5511987654321@s.whatsapp.net", Query: "+55 11 8765-4321" },
      { IsInWhatsapp: true, JID },
      { IsInWhatsapp: false },
      { IsInWhatsapp: false },
    ]);
  });

  it("returns lid and info of a customer, and has no avatar until one is set", async () => {
    const lid = await stage.call("GET", `/user/lid/${encodeURIComponent(JID)}`);
    expect(lid.data).toEqual({ jid: JID, lid: expect.stringMatching(/^\d{15}@lid$/) });
    expect((await stage.call("GET", "/user/lid/5500000000000")).status).toBe(404);
    expect(dig((await stage.call("POST", "/user/info", { Phone: [JID] })).data, "Users", JID)["LID"]).toBe(lid.data["lid"]);
    expect((await stage.call("POST", "/user/avatar", { Phone: CUSTOMER })).json["error"]).toBe("no avatar found");
    stage.api.control.avatar({ phone: CUSTOMER, base64: sampleOf("photo").bytes.toString("base64"), mime: "image/png" });
    const { url } = (await stage.call("POST", "/user/avatar", { Phone: CUSTOMER })).data;
    expect((await fetch(String(url))).headers.get("content-type")).toBe("image/png");
  });

  it("lists everybody whose push name it has, and gives full names to saved people alone", async () => {
    stage.api.control.saveContact({ token: stage.token, jid: "5511933330000", name: "Zé da Obra" });
    const { data } = await stage.call("GET", "/user/contacts");
    expect(data[JID]).toEqual({ Found: true, FirstName: "", FullName: "", PushName: "Cliente 1", BusinessName: "" });
    expect(data["5511933330000@s.whatsapp.net"]).toMatchObject({ FirstName: "Zé", FullName: "Zé da Obra", PushName: "" });
    const { number = "" } = stage.api.control.state().users[0] ?? {};
    expect(data[`${number}@s.whatsapp.net`]).toMatchObject({ FullName: "" });
    expect(() => stage.api.control.saveContact({ token: stage.token, jid: "nobody", name: "X" })).toThrow("could not parse");
  });

  it("answers HTTP 500 with success true where a group handler passes a string", async () => {
    const reply = await stage.call("GET", "/group/info?groupJID=120363000000000001@g.us");
    expect([reply.status, reply.json["success"]]).toEqual([500, true]);
    const group = stage.api.control.group({ name: "Bairro", participants: [CUSTOMER] });
    expect((await stage.call("GET", `/group/info?groupJID=${group.jid}`)).data["Name"]).toBe("Bairro");
    expect((await stage.call("GET", "/group/list")).data["Groups"]).toHaveLength(1);
    expect((await stage.call("POST", "/chat/send/text", { Phone: group.jid, Body: "oi, grupo" })).status).toBe(200);
  });

  it("rejects a call", async () => {
    expect((await stage.call("POST", "/call/reject", { call_from: JID, call_id: "C1" })).data).toEqual({
      Details: "Call rejected",
      CallID: "C1",
    });
  });
});
