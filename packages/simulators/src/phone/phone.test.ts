import { request } from "node:http";
import { CUSTOMER, openLinkedStage, openStage, until, type Stage } from "../wuzapi/stage.fixture.js";
import { startPhone, type RunningPhone } from "./index.js";

describe("phone page", () => {
  let stage: Stage;
  let phone: RunningPhone;
  const open = async (start: () => Promise<Stage>): Promise<void> => {
    stage = await start();
    phone = await startPhone({ control: stage.api.control });
  };
  afterEach(async () => {
    await phone.close();
    await stage.close();
  });
  const post = async (name: string, body: object, language = "*"): Promise<{ status: number; error: unknown }> => {
    const response = await fetch(`${phone.url}/api/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", "accept-language": language },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    return {
      status: response.status,
      error: typeof answer === "object" && answer !== null && "error" in answer ? answer.error : undefined,
    };
  };
  const user = (): string => stage.api.control.state().users[0]?.id ?? "";
  const messages = () => stage.api.control.state().chats.flatMap((chat) => chat.messages);

  it("serves the page and all its files, with a policy that allows nothing from outside", async () => {
    await open(openStage);
    const page = await fetch(phone.url);
    await page.text();
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const names = [
      "app.js",
      "ask.js",
      "chat.js",
      "dom.js",
      "format.js",
      "icons.js",
      "lists.js",
      "compose.js",
      "pageState.js",
      "phoneFrame.js",
      "text.js",
      "texts.js",
      "words.js",
      "tokens.css",
      "dialogs.css",
      "bar.css",
      "panes.css",
      "screen.css",
      "messages.css",
      "connections.css",
      "narrow.css",
    ];
    const statusOf = async (path: string): Promise<number> => {
      const response = await fetch(`${phone.url}/${path}`);
      // An unread answer keeps its socket open.
      await response.arrayBuffer();
      return response.status;
    };
    const statuses = await Promise.all(names.map(statusOf));
    expect(statuses).toEqual(names.map(() => 200));
    expect(await statusOf("../package.json")).toBe(404);
  });

  it("refuses foreign hosts and origins, and bodies that a foreign form could post", async () => {
    await open(openStage);
    const status = (headers: Record<string, string>): Promise<number> =>
      new Promise((resolve, reject) => {
        request(`${phone.url}/api/link`, { method: "POST", headers, agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
          .on("error", reject)
          .end("{}");
      });
    expect(await status({ host: "evil.example", "content-type": "application/json" })).toBe(403);
    expect(await status({ origin: "null", "content-type": "application/json" })).toBe(403);
    expect(await status({ "content-type": "text/plain" })).toBe(415);
  });

  it("links a waiting connection by its QR", async () => {
    await open(openStage);
    expect(await post("link", { user: user() })).toEqual({
      status: 500,
      error: "Esta conexão não espera leitura. Peça um QR novo no Balcão.",
    });
    await stage.call("POST", "/session/connect", { Subscribe: ["All"], Immediate: true });
    await until(() => stage.api.control.state().users[0]?.hasQr === true);
    expect((await post("link", { user: user() })).status).toBe(200);
    await until(() => stage.api.control.state().users[0]?.loggedIn === true);
  });

  it("links by the code that the product shows, and refuses another code", async () => {
    await open(() => openStage({ speed: 20 }));
    await stage.call("POST", "/session/connect", { Subscribe: ["All"], Immediate: true });
    await until(() => stage.api.control.state().users[0]?.hasQr === true);
    const code = (await stage.call("POST", "/session/pairphone", { Phone: "5511988887777" })).data["LinkingCode"];
    expect((await post("code", { user: user(), code: "00000000" })).error).toMatch(/^Este código não é/);
    expect((await post("code", { user: user(), code })).status).toBe(200);
  });

  it("sends texts, sample content and files as the customer, and texts as the owner", async () => {
    await open(openLinkedStage);
    const base = { user: user(), customer: CUSTOMER };
    await post("send", { ...base, text: "oi" });
    await post("send", { ...base, sample: "photo" });
    await post("send", { ...base, sample: "voice" });
    await post("send", { ...base, sample: "video" });
    await post("send", { ...base, sample: "document" });
    await post("send", { ...base, base64: Buffer.from("a,b").toString("base64"), mime: "text/csv", fileName: "lista.csv" });
    await post("send", { ...base, text: "do celular", fromMe: true, quoted: messages()[0]?.id });
    expect(messages().map((message) => [message.author, message.kind])).toEqual([
      ["customer", "text"],
      ["customer", "image"],
      ["customer", "audio"],
      ["customer", "video"],
      ["customer", "document"],
      ["customer", "document"],
      ["owner", "text"],
    ]);
    await until(() => stage.receiver.of("Message").length === 7);
    expect(await post("send", { ...base, text: " " })).toEqual({ status: 400, error: "Escreva uma mensagem." });
  });

  it("sends a sticker, a location and a contact as a phone does", async () => {
    await open(openLinkedStage);
    const base = { user: user(), customer: CUSTOMER };
    for (const sample of ["sticker", "location", "contact"]) expect((await post("send", { ...base, sample })).status).toBe(200);
    await until(() => stage.receiver.of("Message").length === 3);
    const sent = JSON.stringify(stage.receiver.of("Message"));
    for (const part of ["stickerMessage", "locationMessage", "contactMessage", "Oficina do Zé"]) expect(sent).toContain(part);
  });

  it("reacts to a message, edits and deletes it, and refuses to change what the other side wrote", async () => {
    await open(openLinkedStage);
    const base = { user: user(), customer: CUSTOMER };
    await post("send", { ...base, text: "vinte reias" });
    const message = messages()[0]?.id;
    expect((await post("react", { ...base, message, emoji: "👍", fromMe: true })).status).toBe(200);
    expect(messages()[0]?.reactions.map(({ emoji }) => emoji)).toEqual(["👍"]);
    expect((await post("edit", { ...base, message, text: "vinte reais" })).status).toBe(200);
    expect(messages()[0]).toMatchObject({ text: "vinte reais", edited: true });
    for (const action of ["edit", "delete"])
      expect(await post(action, { ...base, message, text: "x", fromMe: true })).toEqual({
        status: 403,
        error: "Só quem escreveu pode mudar a mensagem.",
      });
    expect((await post("edit", { ...base, message, text: " " })).status).toBe(400);
    expect((await post("delete", { ...base, message })).status).toBe(200);
    expect((await post("delete", { ...base, message })).status).toBe(404);
    await until(() => stage.receiver.of("Message").length === 4);
    const sent = JSON.stringify(stage.receiver.of("Message"));
    for (const part of ["reactionMessage", "secretEncryptedMessage", "protocolMessage"]) expect(sent).toContain(part);
  });

  it("plays a scene in its order, and refuses unknown ones and connections without a number", async () => {
    await open(openLinkedStage);
    const base = { user: user(), customer: CUSTOMER };
    expect((await post("scene", { ...base, name: "constructor" })).status).toBe(404);
    expect((await post("scene", { ...base, name: "mistake" })).status).toBe(200);
    await until(() => messages().length === 3);
    expect(messages().map(({ text, edited, revoked }) => [text, edited, revoked])).toEqual([
      ["Meu pedido é o 1042", true, false],
      ["Mensagem para outra pessoa", false, true],
      ["É sobre este aqui", false, false],
    ]);
    expect(messages()[2]?.quotedId).toBe(messages()[0]?.id);
    await post("logout", { user: user() });
    expect((await post("scene", { ...base, name: "mistake" })).status).toBe(409);
  });

  it("drops a number, which the product hears of", async () => {
    await open(openLinkedStage);
    await post("drop", { user: user() });
    await until(() => stage.receiver.of("ConnectFailure").length === 1);
    expect(stage.api.control.state().users[0]).toMatchObject({ connected: false, loggedIn: false });
  });

  it("shows a file of a customer inline only when it is a picture or sound, and never as a page", async () => {
    await open(openLinkedStage);
    await post("send", {
      user: user(),
      customer: CUSTOMER,
      base64: Buffer.from("<script>").toString("base64"),
      mime: "text/html",
      fileName: "x.html",
    });
    const file = await fetch(`${phone.url}/api/files/${messages()[0]?.fileKey ?? ""}`);
    expect(file.headers.get("content-type")).toBe("application/octet-stream");
    expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
  });

  it("sends typing to the product, opens a chat and logs the number out", async () => {
    await open(openLinkedStage);
    await post("typing", { user: user(), customer: CUSTOMER, typing: true });
    await until(() => stage.receiver.of("ChatPresence").length === 1);
    await stage.call("POST", "/chat/send/text", { Phone: CUSTOMER, Body: "oi" });
    await post("open", { user: user(), customer: CUSTOMER });
    await until(() => messages()[0]?.state === "read");
    await post("logout", { user: user() });
    await until(() => stage.receiver.of("LoggedOut").length === 1);
  });

  it("adds a customer, and refuses an invalid number", async () => {
    await open(openStage);
    expect((await post("customer", { name: "Cliente 4", phone: "+55 (11) 90000-0004" })).status).toBe(200);
    expect(stage.api.control.state().customers.map((customer) => customer.name)).toContain("Cliente 4");
    expect((await post("customer", { name: "x", phone: "12" })).status).toBe(400);
  });

  it("refuses in the language of the page", async () => {
    await open(openStage);
    expect((await post("customer", { phone: "12" }, "en")).error).toBe(
      "Enter the number with country and area code, digits only: 8 to 15.",
    );
    expect((await post("link", { user: user() }, "es")).error).toMatch(/^Esta conexión no espera lectura/);
    expect((await post("link", { user: "x" })).error).toBe("Esta conexão não existe mais.");
  });

  it("pushes the state as it changes, without any token", async () => {
    await open(openStage);
    const response = await fetch(`${phone.url}/api/events`);
    const reader = response.body?.getReader();
    let text = "";
    const read = async (): Promise<void> => {
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done) throw new Error("the stream of events ended");
      text += Buffer.from(chunk.value).toString("utf8");
    };
    await read();
    expect(text).toContain("Cliente 1");
    stage.api.control.customer({ phone: "5511900000009", name: "Cliente 9" });
    while (!text.includes("Cliente 9")) await read();
    expect(text).not.toContain(stage.token);
    await reader?.cancel();
  });
});
