import net from "node:net";
import { once } from "node:events";
import { EXPIRED } from "@balcao/testing/expiredCertificate";
import { openTestMailServer, type TestMailServer } from "@balcao/testing/mailServer";
import { createMailer, MailError } from "./index.js";

const MAIL = { to: "davi@x.test", subject: "Balcão: algo não está bem", text: "O disco está quase cheio\n", messageId: "<alert-1@x.test>" };
const from = "balcao@x.test";
let server: TestMailServer;
afterEach(() => server.close());

describe("a mail", () => {
  it("arrives at the server with subject and text in any letters, its id, and the password of the address [D-316]", async () => {
    server = await openTestMailServer({ user: { name: "balcao@x.test", password: "a/b c" } });
    await createMailer({ url: `smtp://balcao%40x.test:a%2Fb%20c@127.0.0.1:${server.port}`, from })(MAIL);
    expect(server.arrived.map(({ to }) => to)).toEqual([["davi@x.test"]]);
    const [{ text } = { text: "" }] = server.arrived;
    expect(text).toMatch(/^From: balcao@x\.test\r?$/m);
    expect(text).toContain("Message-ID: <alert-1@x.test>");
    expect(text).toContain("=?UTF-8?");
  });

  it("is refused for good by 550, for now by 451, and with a wrong password for now; no address is in the sentence", async () => {
    server = await openTestMailServer({ user: { name: "balcao", password: "right" } });
    const send = createMailer({ url: `smtp://balcao:right@127.0.0.1:${server.port}`, from });
    server.set("refusing");
    await expect(send(MAIL)).rejects.toMatchObject({ isFinal: true, message: "550 Mailbox unavailable" });
    server.set("busy");
    await expect(send(MAIL)).rejects.toMatchObject({ isFinal: false, message: "451 Mailbox unavailable" });
    server.set("none");
    const wrong = createMailer({ url: `smtp://balcao:wrong@127.0.0.1:${server.port}`, from });
    await expect(wrong(MAIL)).rejects.toMatchObject({ isFinal: false, message: expect.stringContaining("535") });
    expect(server.arrived).toEqual([]);
  });

  it("fails after its time at a server that says nothing, and at one that goes on for ever", async () => {
    server = await openTestMailServer();
    server.set("hung");
    await expect(createMailer({ url: `smtp://127.0.0.1:${server.port}`, from }, 100)(MAIL)).rejects.toThrow(MailError);
    const endless = net.createServer((socket) => {
      const timer = setInterval(() => socket.write("220-not yet\r\n"), 10);
      socket.on("error", () => undefined).on("close", () => clearInterval(timer));
    });
    endless.listen(0, "127.0.0.1");
    await once(endless, "listening");
    const { port } = endless.address() as net.AddressInfo;
    await expect(createMailer({ url: `smtp://127.0.0.1:${port}`, from }, 300)(MAIL)).rejects.toMatchObject({ isFinal: false });
    await new Promise((resolve) => endless.close(resolve));
  });

  it("does not go over TLS with a certificate that nobody may trust", async () => {
    server = await openTestMailServer({ tls: { ...EXPIRED, isFromStart: true } });
    await expect(createMailer({ url: `smtps://127.0.0.1:${server.port}`, from })(MAIL)).rejects.toThrow(/certificate/);
    expect(server.arrived).toEqual([]);
  });
});
