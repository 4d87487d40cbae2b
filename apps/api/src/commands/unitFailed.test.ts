import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

const COMMAND = fileURLToPath(new URL("./unitFailed.ts", import.meta.url));
const LOADER = new URL("../../../../scripts/testRun/native/runSources.mjs", import.meta.url).href;
const SECRET = "s".repeat(32);
const UNIT = "balcao-api@3000.service";

async function run(env: Readonly<Record<string, string>>): Promise<{ code: unknown; said: string }> {
  const args = ["--no-warnings", "--conditions=balcao-source", "--import", LOADER, COMMAND, UNIT];
  // Nothing answers at these addresses.
  const away = { DATABASE_URL: "postgres://balcao:x@127.0.0.1:9/balcao", REDIS_URL: "redis://127.0.0.1:9" };
  const child = spawn(process.execPath, args, { env: { PATH: process.env["PATH"], ...away, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, "close")) as [unknown];
  return { code, said };
}

describe("the command for a unit that has failed", () => {
  it("tells the webhook, signed, without any store; fails where it does not answer, and says so where there is none [D-371]", async () => {
    const bodies: unknown[] = [];
    let status = 204;
    const receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const body = Buffer.concat(parts).toString();
        const timestamp = String(request.headers["x-balcao-timestamp"]);
        const expected = createHmac("sha256", SECRET).update(`${timestamp}.${body}`).digest("hex");
        if (request.headers["x-balcao-signature"] === `sha256=${expected}`) bodies.push(JSON.parse(body));
        response.writeHead(status).end();
      });
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const env = { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: SECRET, MONITOR_INVOCATION_ID: "abc", MONITOR_SERVICE_RESULT: "exit-code" };
    expect(await run(env)).toEqual({ code: 0, said: "" });
    const [told] = bodies as { id: string; event: string; problems: unknown; text: string; page: string }[];
    expect(told).toMatchObject({ id: "unit-abc", event: "began", problems: [{ kind: "unitFailed", connection: null, value: null }] });
    expect(told?.text).toMatch(/^balcao-api@3000\.service on .+ has failed \(exit-code\): systemctl status balcao-api@3000\.service$/);
    status = 500;
    expect((await run(env)).code).toBe(1);
    receiver.close();
    expect(await run({})).toEqual({ code: 0, said: expect.stringContaining("ALERT_WEBHOOK_URL is not set") as string });
  }, 60_000);
});
