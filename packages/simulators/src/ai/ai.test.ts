import { startAiServer, type RunningAiServer } from "./index.js";

let server: RunningAiServer;
beforeAll(async () => {
  server = await startAiServer({ key: "sk-test", model: "writer", transcribeModel: "listener", longestPrompt: 500 });
});
afterAll(() => server.close());

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
    expect(server.prompts.at(-1)).toEqual({ system: "", user: "Oi" });
  });

  it.each([
    ["a wrong key", "/chat/completions", chat(), "sk-other", 401, "invalid_api_key"],
    ["another model", "/chat/completions", chat({ model: "other" }), "sk-test", 404, "model_not_found"],
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

  it("answers a transcription with the text alone", async () => {
    expect(await post("/audio/transcriptions", sound("voz.ogg", 500))).toEqual({ status: 200, json: { text: expect.any(String) } });
    expect(server.sounds.at(-1)).toEqual({ fileName: "voz.ogg", type: "audio/ogg", bytes: 500 });
  });
});
