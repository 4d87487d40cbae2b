import type { Env } from "./env.js";
import type { Variables } from "./variables.js";

/** The AI server of summaries and transcriptions; undefined where none is configured. */
export function readAi(variables: Variables): Env["ai"] {
  const isKeyGiven = variables.text("AI_KEY") !== undefined;
  const key = variables.word("AI_KEY");
  const [model, transcribeModel] = ["AI_MODEL", "AI_TRANSCRIBE_MODEL"].map((name) => variables.text(name));
  const isUrlGiven = variables.text("AI_URL") !== undefined;
  const url = variables.url("AI_URL", ["http:", "https:"]);
  const given = [isUrlGiven, isKeyGiven, model !== undefined].filter(Boolean).length;
  if (given !== 0 && given !== 3) return variables.fault("AI_URL, AI_KEY and AI_MODEL belong together: set all three, or none.");
  if (given === 0 && transcribeModel !== undefined) return variables.fault("AI_TRANSCRIBE_MODEL needs AI_URL, AI_KEY and AI_MODEL.");
  const requestsPerDay = variables.integer("AI_REQUESTS_PER_DAY", 200, 0, 1_000_000);
  if (url === undefined || key === undefined || model === undefined) return undefined;
  return { url: url.href.replace(/(?<!\/)\/+$/, ""), key, model, transcribeModel, requestsPerDay };
}
