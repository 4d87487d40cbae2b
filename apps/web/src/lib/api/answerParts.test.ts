import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { NoAnswerError } from "./apiError";
import { createHttp } from "./http";

const servers: Server[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve)))));

/** Asks a server on a free port for an answer in parts; what was told, and what came in the end. */
async function ask(answer: (response: ServerResponse) => void) {
  const server = createServer((request, response) => request.resume().on("end", () => answer(response)));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const send = createHttp({
    baseUrl: `http://127.0.0.1:${port}/api`,
    readToken: () => null,
    refresh: () => Promise.reject(new Error("no session")),
    onUnauthorized: () => undefined,
    waitForRoom: () => Promise.resolve(),
  });
  const told: string[] = [];
  const end = await send({ method: "POST", path: "/parts", body: {}, onText: (text) => told.push(text) }).catch((error: unknown) => error);
  return { told, end };
}

const inParts = (response: ServerResponse): ServerResponse => response.writeHead(200, { "content-type": "application/x-ndjson" });

describe("an answer in parts", () => {
  it("tells the texts as they come and ends with the whole, however the lines are cut [D-255]", async () => {
    const lines = '{"text":"não "}\n{"text":"é\\n"}\n{"answer":{"resume":"não é"}}\n';
    for (const size of [1, 5, 200]) {
      const bytes = Buffer.from(lines);
      const { told, end } = await ask((response) => {
        inParts(response);
        for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size));
        response.end();
      });
      expect([told, end]).toEqual([["não ", "é\n"], { resume: "não é" }]);
    }
  });

  it("is no answer when it was cut, and a refusal when an error ends it [D-255]", async () => {
    const cut = await ask((response) => inParts(response).end('{"text":"meia "}\n{"answer":'));
    expect(cut.told).toEqual(["meia "]);
    expect(cut.end).toBeInstanceOf(NoAnswerError);
    const error = { error: "Não deu.", message: "Não deu.", code: "ERR_AI_FAILED" };
    const failed = await ask((response) => inParts(response).end(`{"text":"meia "}\n${JSON.stringify({ error })}\n`));
    expect(failed).toMatchObject({ told: ["meia "], end: { code: "ERR_AI_FAILED", text: "Não deu." } });
  });

  it("may be whole, or refused, as any other answer [D-255]", async () => {
    const json = { "content-type": "application/json" };
    const whole = await ask((response) => response.writeHead(200, json).end('{"resume":"tudo"}'));
    expect(whole).toEqual({ told: [], end: { resume: "tudo" } });
    const refused = await ask((response) => response.writeHead(409, json).end('{"code":"ERR_AI_RUNNING","message":"Espere."}'));
    expect(refused).toMatchObject({ told: [], end: { status: 409, code: "ERR_AI_RUNNING" } });
  });
});
