import type { GuardedFetch } from "@balcao/platform/http";
import { readTypebotAnswer, type ChatbotAnswer } from "./typebotReading.js";

/** The chatbot of a connection: its address and public id. */
export interface TypebotPlace {
  readonly address: string;
  readonly publicId: string;
}

/** Asks a chatbot: null starts a session. Throws when it does not answer as documented. */
export type AskTypebot = (
  place: TypebotPlace,
  turn: { readonly sessionId: string; readonly said: string } | null,
) => Promise<ChatbotAnswer>;

/** Asks by Typebot's HTTP API, through the client for addresses that people enter. A session that has expired begins anew. */
export function createAskTypebot(fetch: GuardedFetch): AskTypebot {
  const post = async (address: string, body: object): Promise<{ status: number; json: unknown }> => {
    const headers = { "content-type": "application/json", accept: "application/json" };
    const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: answer.status, json: answer.json() };
  };
  const start: (place: TypebotPlace) => Promise<ChatbotAnswer> = async ({ address, publicId }) => {
    const { status, json } = await post(`${address}/api/v1/typebots/${encodeURIComponent(publicId)}/startChat`, FORMAT);
    return checked(status, readTypebotAnswer(json, null));
  };
  return async (place, turn) => {
    if (turn === null) return start(place);
    const message = { type: "text", text: turn.said };
    const at = `${place.address}/api/v1/sessions/${encodeURIComponent(turn.sessionId)}/continueChat`;
    const { status, json } = await post(at, { message, ...FORMAT });
    if (status === 404) return start(place);
    return checked(status, readTypebotAnswer(json, turn.sessionId));
  };
}

const FORMAT = { textBubbleContentFormat: "richText" } as const;

function checked(status: number, answer: ChatbotAnswer | null): ChatbotAnswer {
  if (status !== 200 || answer === null) throw new Error(`the chatbot answered ${status} without messages`);
  return answer;
}
