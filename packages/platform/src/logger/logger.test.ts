import { createLogger, withLogContext } from "./index.js";

function capture(level = "info") {
  const lines: string[] = [];
  const logger = createLogger({ name: "api", level, destination: { write: (line) => void lines.push(line) } });
  return { logger, lines, last: (): unknown => JSON.parse(lines.at(-1) ?? "null") };
}

describe("createLogger", () => {
  it("writes one JSON line per record, whatever the values contain", () => {
    const { logger, lines, last } = capture();
    logger.info({ path: '/a\r\n{"level":"fatal"}' }, "first\nsecond");
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd().split(/[\r\n]/)).toHaveLength(1);
    expect(last()).toMatchObject({ name: "api", level: "info", msg: "first\nsecond" });
  });

  it("hides secrets, e-mails and message contents at any depth [S-70]", () => {
    const { logger, lines } = capture();
    logger.info({
      headers: { authorization: "canary", "set-cookie": ["canary"], Cookie: "canary", "x-hmac-signature": "canary" },
      user: { email: "canary", password: "canary", newPassword: "canary", senha: "canary" },
      deep: [{ deeper: { accessToken: "canary", refresh_token: "canary", privateKey: { public: "canary" }, mediaKey: "canary" } }],
      body: "canary",
      message: { conversation: "canary" },
      parameters: ["canary"],
      buffer: Buffer.from("canary"),
      url: "/public/media/1?s=canary",
    });
    expect(lines.join("")).not.toContain("canary");
    expect(lines.join("")).not.toContain(Buffer.from("canary").toString("base64"));
    expect(lines.join("")).toContain("/public/media/1");
  });

  it("hides them in child loggers and in errors too [S-70]", () => {
    const { logger, lines, last } = capture();
    logger.child({ token: "canary", connectionId: 3 }).warn("child");
    const cause = Object.assign(new Error("duplicate key"), { code: "23505", detail: "canary", parameters: ["canary"] });
    logger.error({ err: Object.assign(new Error("write failed", { cause }), { sql: "canary" }) }, "failed");
    logger.error(Object.assign(new Error("bare"), { detail: "canary" }));
    expect(lines.join("")).not.toContain("canary");
    expect(lines[0]).toContain('"connectionId":3');
    expect(JSON.parse(lines[1] ?? "")).toMatchObject({
      err: { message: "write failed", cause: { code: "23505", message: "duplicate key" } },
    });
    expect(last()).toMatchObject({ err: { message: "bare" } });
  });

  it("keeps ids, counts, codes and dedupe keys", () => {
    const { logger, last } = capture();
    logger.info({ ticketId: 7, messages: 12, dedupeKey: "m:1", at: new Date(0) });
    expect(last()).toMatchObject({ ticketId: 7, messages: 12, dedupeKey: "m:1", at: "1970-01-01T00:00:00.000Z" });
  });

  it("accepts records with circular references", () => {
    const { logger, lines } = capture();
    const ring: Record<string, unknown> = { ticketId: 1 };
    ring["self"] = ring;
    logger.info(ring);
    expect(lines[0]).toContain("[deep]");
  });

  it("logs nothing below its level", () => {
    const { logger, lines } = capture("warn");
    logger.info("below the level");
    expect(lines).toEqual([]);
  });

  it("adds the ids of the work around a line, also after a wait and in inner work", async () => {
    const { logger, last } = capture();
    await withLogContext({ requestId: "r-1" }, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      withLogContext({ messageId: 7 }, () => logger.info({ ticketId: 3 }, "sent"));
      expect(last()).toMatchObject({ requestId: "r-1", messageId: 7, ticketId: 3, msg: "sent" });
      logger.info({ requestId: "r-2" }, "of another request");
      expect(last()).toMatchObject({ requestId: "r-2" });
      expect(last()).not.toHaveProperty("messageId");
    });
    logger.info("outside");
    expect(last()).not.toHaveProperty("requestId");
  });
});
