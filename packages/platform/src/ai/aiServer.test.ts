import { serve } from "../http/server.fixture.js";
import type { Listener, TestServer } from "../http/server.fixture.js";
import { AiError, createAiServer } from "./index.js";

const servers: TestServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

const open = async (listener: Listener, timeoutMs = 5_000) => {
  const server = await serve(listener);
  servers.push(server);
  return createAiServer({ url: `${server.url}/v1`, key: "sk-secret", model: "writer", transcribeModel: "listener", timeoutMs });
};
const faultOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return "none";
  } catch (error) {
    return error instanceof AiError ? error.fault : String(error);
  }
};
const PROMPT = { system: "Be brief.", user: "Client: private words" };
const answering =
  (status: number, body: string): Listener =>
  (_request, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(body);
const choice = (content: unknown): string => JSON.stringify({ choices: [{ message: { role: "assistant", content } }] });

describe("the client of an AI server", () => {
  it("asks with the key, the model and both messages, and nothing else [D-080]", async () => {
    let asked: unknown = null;
    const server = await open(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += String(chunk);
      asked = { at: `${request.method} ${request.url}`, key: request.headers.authorization, body: JSON.parse(text) };
      response.end(choice("  All is well. "));
    });
    expect(await server.complete(PROMPT)).toBe("All is well.");
    const messages = [
      { role: "system", content: PROMPT.system },
      { role: "user", content: PROMPT.user },
    ];
    expect(asked).toEqual({ at: "POST /v1/chat/completions", key: "Bearer sk-secret", body: { model: "writer", messages } });
  });

  it.each([
    [401, "{}", "key"],
    [403, "{}", "key"],
    [429, "{}", "limit"],
    [413, "", "tooLong"],
    [400, '{"error":{"code":"context_length_exceeded"}}', "tooLong"],
    [400, '{"error":{"message":"This model\'s maximum context length is 8192 tokens."}}', "tooLong"],
    [400, '{"error":{"message":"unknown field"}}', "failed"],
    [404, '{"error":{"code":"model_not_found"}}', "failed"],
    [500, "{}", "failed"],
    [307, "", "failed"],
    [200, "<html></html>", "failed"],
    [200, "[]", "failed"],
    [200, '{"choices":[]}', "failed"],
    [200, choice(null), "failed"],
    [200, choice("   "), "failed"],
    [200, choice("x".repeat(2 * 1024 * 1024)), "failed"],
  ])("reads %s %.40s as %s [D-080]", async (status, body, fault) => {
    const server = await open(answering(status, body));
    expect(await faultOf(server.complete(PROMPT))).toBe(fault);
  });

  it("gives up at its time limit, and says why without the words of anybody [D-080]", async () => {
    const server = await open(() => undefined, 100);
    const error: unknown = await server.complete(PROMPT).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ fault: "timeout" });
    expect(String(error)).not.toMatch(/private words|sk-secret/);
    const closed = createAiServer({ url: "http://127.0.0.1:9/v1", key: "k", model: "m", transcribeModel: undefined });
    expect(await faultOf(closed.complete(PROMPT))).toBe("failed");
    expect(closed.transcribes).toBe(false);
  });

  it("stops when nobody waits any more [D-080]", async () => {
    const stopping = new AbortController();
    const server = await open(() => stopping.abort(new Error("gone")));
    expect(await faultOf(server.complete(PROMPT, stopping.signal))).toBe("Error: gone");
  });

  it("sends a sound as a form with its name and type; silence is an empty text [D-080]", async () => {
    let sent = "";
    const server = await open(async (request, response) => {
      for await (const chunk of request) sent += Buffer.from(chunk as Uint8Array).toString("latin1");
      response.end(JSON.stringify({ text: " " }));
    });
    expect(await server.transcribe({ bytes: Buffer.from("OggS..."), fileName: "audio.ogg", mime: "audio/ogg" })).toBe("");
    expect(sent).toMatch(/name="model"\r\n\r\nlistener/);
    expect(sent).toMatch(/name="file"; filename="audio\.ogg"\r\nContent-Type: audio\/ogg\r\n\r\nOggS\.\.\./);
    const garbage = await open(answering(200, '{"task":"none"}'));
    expect(await faultOf(garbage.transcribe({ bytes: Buffer.from("OggS"), fileName: "a.ogg", mime: "audio/ogg" }))).toBe("failed");
  });
});
