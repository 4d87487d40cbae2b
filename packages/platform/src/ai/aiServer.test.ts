import { serve, type Listener, type TestServer } from "../http/server.fixture.js";
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

  /** An event as OpenAI's API words it. */
  const event = (content: string | null, finish: string | null = null): string =>
    `data: ${JSON.stringify({ object: "chat.completion.chunk", choices: [{ index: 0, delta: content === null ? {} : { content }, finish_reason: finish }] })}\n\n`;
  const DONE = "data: [DONE]\n\n";
  /** Asks a server that answers with these bytes, one write each, and then ends, breaks or is silent. */
  const stream = async (writes: readonly (string | Buffer)[], end: "ends" | "breaks" | "silent" = "ends") => {
    const server = await open(
      async (_request, response) => {
        response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
        for (const bytes of writes) await new Promise((resolve) => response.write(bytes, resolve));
        if (end === "ends") response.end();
        if (end === "breaks") response.destroy();
      },
      end === "silent" ? 200 : 5_000,
    );
    const told: string[] = [];
    const text = await server.complete(PROMPT, undefined, (part) => told.push(part)).catch((error: unknown) => error);
    return { told, text: text instanceof AiError ? text.fault : text };
  };

  it("asks for a stream where its parts are wanted, and tells them as they come [D-255]", async () => {
    let asked: unknown = null;
    let goOn: () => void = () => undefined;
    const server = await open(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += String(chunk);
      asked = JSON.parse(text);
      response.writeHead(200, { "content-type": "text/event-stream" }).write(event("Tudo "));
      goOn = () => void response.end(`${event("bem.")}${event(null, "stop")}${DONE}`);
    });
    const told: string[] = [];
    const text = await server.complete(PROMPT, undefined, (part) => {
      told.push(part);
      if (told.length === 1) goOn();
    });
    expect([told, text]).toEqual([["Tudo ", "bem."], "Tudo bem."]);
    expect(asked).toMatchObject({ model: "writer", stream: true });
  });

  it("reads events however they are cut, with comments, other line ends and parts without a text [D-255]", async () => {
    const bytes = Buffer.from(
      `: OPENROUTER PROCESSING\r\n\r\n${event("")}event: x\nid: 1\n${event("não é ").replaceAll("\n", "\r\n")}data:${event("só").slice(6)}${event(null, "stop")}data: {"choices":[],"usage":{}}\n\n${DONE}`,
    );
    for (const size of [1, 7, bytes.length]) {
      const writes = Array.from({ length: Math.ceil(bytes.length / size) }, (_part, at) => bytes.subarray(at * size, (at + 1) * size));
      expect(await stream(writes)).toEqual({ told: ["não é ", "só"], text: "não é só" });
    }
    // Some servers say that they have finished, but not that the stream is done, and leave out the last empty line.
    expect((await stream([event("fim", "stop")])).text).toBe("fim");
    expect((await stream([event("fim"), "data: [DONE]"])).text).toBe("fim");
  });

  it.each([
    ["breaks half-way", [event("Meia ")], "breaks", "failed"],
    ["ends without its end", [event("Meia ")], "ends", "failed"],
    ["has no end in time", [event("Meia ")], "silent", "timeout"],
    ["reports an error", [event("Meia "), 'data: {"error":{"message":"overloaded"}}\n\n', event("frase"), DONE], "ends", "failed"],
    ["becomes garbage", [event("Meia "), "data: <html>\n\n", event("frase"), DONE], "ends", "failed"],
  ] as const)("a stream that %s is no answer, though its parts were told [D-255]", async (_what, writes, end, fault) => {
    expect(await stream(writes, end)).toEqual({ told: ["Meia "], text: fault });
  });

  it("takes a whole answer of a server that does not stream, and asks again where nothing but the stream is refused [D-255]", async () => {
    const told: string[] = [];
    const plain = await open(answering(200, choice("Inteira.")));
    expect(await plain.complete(PROMPT, undefined, (part) => told.push(part))).toBe("Inteira.");
    const bodies: string[] = [];
    const unverified = await open(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += String(chunk);
      bodies.push(text);
      const refusal = {
        error: { message: "Your organization must be verified to stream this model.", param: "stream", code: "unsupported_value" },
      };
      if (text.includes('"stream"')) response.writeHead(400).end(JSON.stringify(refusal));
      else response.end(choice("Sem fluxo."));
    });
    expect(await unverified.complete(PROMPT, undefined, (part) => told.push(part))).toBe("Sem fluxo.");
    expect([bodies.length, told]).toEqual([2, []]);
    for (const [status, body, fault] of [
      [400, '{"error":{"param":"model"}}', "failed"],
      [429, '{"error":{"param":"stream"}}', "limit"],
      [500, event("não"), "failed"],
    ] as const) {
      const server = await open(answering(status, body));
      expect(await faultOf(server.complete(PROMPT, undefined, (part) => told.push(part)))).toBe(fault);
    }
    expect(told).toEqual([]);
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
