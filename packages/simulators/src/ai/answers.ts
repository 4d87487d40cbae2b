import { randomUUID } from "node:crypto";

export interface AiServerSettings {
  readonly key: string;
  readonly model: string;
  readonly transcribeModel: string;
  /** How many characters a prompt may have, as the context of a model limits it. */
  readonly longestPrompt?: number;
}

export interface AiAnswer {
  readonly status: number;
  readonly json: object;
  /** The text of a completion that was asked for as a stream. */
  readonly streamed?: string;
}

/** A prompt that was accepted. */
export interface AskedCompletion {
  readonly system: string;
  readonly user: string;
  /** Whether a stream was asked for. */
  readonly stream: boolean;
}

/** A sound that was accepted. */
export interface AskedSound {
  readonly fileName: string;
  readonly type: string;
  readonly bytes: number;
}

interface Answering<Asked> {
  /** What the test wants answered; null for the stand-in's own words. */
  readonly words: string | null;
  readonly note: (asked: Asked) => void;
}

/** An error as the real API words it. */
export const refusal = (status: number, code: string | null, message: string): AiAnswer => ({
  status,
  json: { error: { message, type: status === 429 ? "requests" : "invalid_request_error", param: null, code } },
});

const ROLES: ReadonlySet<unknown> = new Set(["system", "developer", "user", "assistant"]);

interface ChatMessage {
  readonly role: string;
  readonly content: string;
}

function isChatMessage(value: unknown): value is ChatMessage {
  return (
    typeof value === "object" &&
    value !== null &&
    "role" in value &&
    "content" in value &&
    ROLES.has(value.role) &&
    typeof value.content === "string"
  );
}

function toJson(body: Buffer): { readonly model?: unknown; readonly messages?: unknown; readonly stream?: unknown } | null {
  try {
    const json: unknown = JSON.parse(body.toString("utf8"));
    return typeof json === "object" ? json : null;
  } catch {
    return null;
  }
}

/** Answers `POST /v1/chat/completions`, and refuses what the real API refuses. */
export function answerCompletion(settings: AiServerSettings, body: Buffer, { words, note }: Answering<AskedCompletion>): AiAnswer {
  const asked = toJson(body);
  if (!asked) return refusal(400, null, "We could not parse the JSON body of your request.");
  if (asked.model !== settings.model) return refusal(404, "model_not_found", `The model '${String(asked.model)}' does not exist.`);
  const { messages, stream = false } = asked;
  if (typeof stream !== "boolean") return refusal(400, "invalid_type", "Invalid type for 'stream': expected a boolean.");
  if (!Array.isArray(messages) || messages.length === 0 || !messages.every(isChatMessage))
    return refusal(400, null, "Invalid 'messages': expected an array of objects with role and content.");
  const length = messages.reduce((sum, { content }) => sum + content.length, 0);
  const longest = settings.longestPrompt ?? 400_000;
  if (length > longest) {
    return refusal(400, "context_length_exceeded", `This model's maximum context length is ${Math.round(longest / 4)} tokens.`);
  }
  const textOf = (role: string): string =>
    messages
      .filter((each) => each.role === role)
      .map(({ content }) => content)
      .join("\n");
  note({ system: textOf("system"), user: textOf("user"), stream });
  const content = words ?? `Resumo de ${textOf("user").split("\n").length} linhas.`;
  const choice = { index: 0, message: { role: "assistant", content, refusal: null }, logprobs: null, finish_reason: "stop" };
  const usage = { prompt_tokens: Math.ceil(length / 4), completion_tokens: Math.ceil(content.length / 4) };
  return {
    status: 200,
    json: { id: `chatcmpl-${randomUUID()}`, object: "chat.completion", created: 1, model: settings.model, choices: [choice], usage },
    ...(stream && { streamed: content }),
  };
}

const FORMATS = ["flac", "m4a", "mp3", "mp4", "mpeg", "mpga", "oga", "ogg", "wav", "webm"];
const LARGEST = 25 * 1024 * 1024;

/** Answers `POST /v1/audio/transcriptions`, and refuses what the real API refuses. */
export async function answerTranscription(
  settings: AiServerSettings,
  { body, type }: { readonly body: Buffer; readonly type: string },
  { words, note }: Answering<AskedSound>,
): Promise<AiAnswer> {
  if (body.length > LARGEST + 4_096) return refusal(413, null, "Maximum content size limit (26214400) exceeded.");
  const form = await readForm(body, type);
  const file = form?.get("file");
  if (!form || !(file instanceof Blob)) return refusal(400, null, "[{'loc': ('body', 'file'), 'msg': 'field required'}]");
  const named = form.get("model");
  const model = typeof named === "string" ? named : "";
  if (model !== settings.transcribeModel) return refusal(404, "model_not_found", `The model '${model}' does not exist.`);
  const name = "name" in file && typeof file.name === "string" ? file.name : "";
  if (!FORMATS.includes(name.split(".").at(-1) ?? ""))
    return refusal(400, null, `Invalid file format. Supported formats: ${FORMATS.join(", ")}`);
  if (file.size < 100) return refusal(400, "audio_too_short", "Audio file is too short. Minimum audio length is 0.1 seconds.");
  note({ fileName: name, type: file.type, bytes: file.size });
  return { status: 200, json: { text: words ?? "Preciso de uma segunda via do boleto." } };
}

async function readForm(body: Buffer, type: string): Promise<FormData | null> {
  try {
    const request = new Request("http://stand-in/", { method: "POST", headers: { "content-type": type }, body: new Uint8Array(body) });
    // oxlint-disable-next-line typescript/no-deprecated -- too slow for large bodies of strangers; these are small and from tests
    return await request.formData();
  } catch {
    return null;
  }
}
