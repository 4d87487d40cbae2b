import { startAiServer, type RunningAiServer } from "./index.js";

let server: RunningAiServer;
beforeAll(async () => {
  server = await startAiServer({ key: "sk-test", model: "writer", transcribeModel: "listener", longestPrompt: 500 });
});
afterAll(() => server.close());
beforeEach(() => {
  server.misbehave(null);
  server.say(null);
});

const post = async (path: string, body: string | FormData, key = "sk-test"): Promise<{ status: number; json: unknown }> => {
  const answer = await fetch(`${server.url}${path}`, { method: "POST", body, headers: { authorization: `Bearer ${key}` } });
  return { status: answer.status, json: await answer.json() };
};
const chat = (more: object = {}): string => JSON.stringify({ model: "writer", messages: [{ role: "user", content: "Oi" }], ...more });
const sound = (name: string, bytes: number, model = "listener"): FormData => {
  const form = new FormData();
  form.set("model", model);
  form.set("file", new Blob([new Uint8Array(bytes)], { type: "audio/ogg" }), name);
  return form;
};

describe("the stand-in of an AI server", () => {
  it("answers a chat completion in the real API's shape", async () => {
    expect(await post("/chat/completions", chat())).toMatchObject({
      status: 200,
      json: {
        object: "chat.completion",
        choices: [{ message: { role: "assistant", content: expect.any(String) }, finish_reason: "stop" }],
      },
    });
    expect(server.prompts.at(-1)).toEqual({ system: "", user: "Oi", stream: false });
  });

  it.each([
    ["a wrong key", "/chat/completions", chat(), "sk-other", 401, "invalid_api_key"],
    ["another model", "/chat/completions", chat({ model: "other" }), "sk-test", 404, "model_not_found"],
    ["a stream that is no boolean", "/chat/completions", chat({ stream: "yes" }), "sk-test", 400, "invalid_type"],
    ["no messages", "/chat/completions", chat({ messages: [] }), "sk-test", 400, null],
    ["a role that does not exist", "/chat/completions", chat({ messages: [{ role: "boss", content: "x" }] }), "sk-test", 400, null],
    ["a broken body", "/chat/completions", "{", "sk-test", 400, null],
    [
      "a prompt over its context",
      "/chat/completions",
      chat({ messages: [{ role: "user", content: "x".repeat(501) }] }),
      "sk-test",
      400,
      "context_length_exceeded",
    ],
    ["a form without a file", "/audio/transcriptions", new FormData(), "sk-test", 400, null],
    ["a file whose name has another ending", "/audio/transcriptions", sound("a.amr", 500), "sk-test", 400, null],
    ["a model that only writes", "/audio/transcriptions", sound("a.ogg", 500, "writer"), "sk-test", 404, "model_not_found"],
    ["a sound without content", "/audio/transcriptions", sound("a.ogg", 3), "sk-test", 400, "audio_too_short"],
    ["a sound over 25 MB", "/audio/transcriptions", sound("a.ogg", 26 * 1024 * 1024), "sk-test", 413, null],
    ["another path", "/completions", chat(), "sk-test", 404, null],
  ])("refuses %s", async (_what, path, body, key, status, code) => {
    expect(await post(path, body, key)).toMatchObject({ status, json: { error: { code, message: expect.any(String) } } });
  });

  const ask = (): Promise<Response> =>
    fetch(`${server.url}/chat/completions`, {
      method: "POST",
      body: chat({ stream: true }),
      headers: { authorization: "Bearer sk-test" },
    });

  it("streams a completion as events, a word each, with the reason of its end", async () => {
    server.say("Tudo bem por aqui.");
    const answer = await ask();
    expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const events = (await answer.text()).split("\n\n");
    expect(events.slice(-2)).toEqual(["data: [DONE]", ""]);
    const chunks = events.slice(0, -2).map((event) => JSON.parse(event.replace(/^data: /, "")) as { object: string; choices: object[] });
    expect(new Set(chunks.map(({ object }) => object))).toEqual(new Set(["chat.completion.chunk"]));
    expect(chunks.map(({ choices }) => choices[0])).toMatchObject([
      { delta: { role: "assistant", content: "" }, finish_reason: null },
      ...["Tudo ", "bem ", "por ", "aqui."].map((content) => ({ delta: { content }, finish_reason: null })),
      { delta: {}, finish_reason: "stop" },
    ]);
    expect(server.prompts.at(-1)).toMatchObject({ stream: true });
  });

  it("keeps the rest of a stream back, breaks it, or answers the whole where it is told to", async () => {
    server.say("Tudo bem por aqui.");
    await fetch(new URL("/control/hold", server.url), { method: "POST" });
    const reader = (await ask()).body?.getReader();
    let text = "";
    const read = async (): Promise<boolean> => {
      const { value, done = true } = (await reader?.read()) ?? {};
      text += Buffer.from(value ?? []).toString();
      return !done;
    };
    while (!text.includes("Tudo ") && (await read()));
    expect(text).toContain("Tudo ");
    expect(text).not.toContain("bem");
    await fetch(new URL("/control/release", server.url), { method: "POST" });
    while (await read());
    expect(text).toContain("[DONE]");
    server.misbehave("cut");
    await expect(ask().then((answer) => answer.text())).rejects.toThrow();
    server.misbehave("early");
    expect(await (await ask()).text()).not.toMatch(/stop|DONE/);
    server.misbehave("whole");
    expect(await (await ask()).json()).toMatchObject({ choices: [{ message: { content: "Tudo bem por aqui." } }] });
  });

  it("answers a transcription with the text alone", async () => {
    expect(await post("/audio/transcriptions", sound("voz.ogg", 500))).toEqual({ status: 200, json: { text: expect.any(String) } });
    expect(server.sounds.at(-1)).toEqual({ fileName: "voz.ogg", type: "audio/ogg", bytes: 500 });
  });
});
