import type { AnswerPart } from "@balcao/contracts/route";
import type { ApiStage } from "../apiStage.fixture.js";

/** An answer that comes in parts, read as a browser reads it. */
export interface AnswerInParts {
  readonly status: number;
  readonly contentType: string;
  /** The next line; null after the last one. */
  next(): Promise<AnswerPart | null>;
  /** The lines that are left. */
  rest(): Promise<readonly AnswerPart[]>;
  /** Ends the connection, as a person who closes the dialog. */
  leave(): Promise<void>;
}

/** Posts, and reads the answer line by line. */
export async function postForParts(
  stage: ApiStage,
  path: string,
  { token, body }: { token: string; body: object },
): Promise<AnswerInParts> {
  const answer = await stage.call("POST", `/api${path}`, { token, body });
  const reader = (answer.body ?? new ReadableStream<Uint8Array>()).getReader();
  const decoder = new TextDecoder();
  let text = "";
  const next = async (): Promise<AnswerPart | null> => {
    for (;;) {
      const at = text.indexOf("\n");
      if (at >= 0) {
        const line = text.slice(0, at);
        text = text.slice(at + 1);
        return JSON.parse(line) as AnswerPart;
      }
      const { value, done } = await reader.read();
      if (done) return null;
      text += decoder.decode(value, { stream: true });
    }
  };
  const rest = async (): Promise<readonly AnswerPart[]> => {
    const line = await next();
    return line ? [line, ...(await rest())] : [];
  };
  return {
    status: answer.status,
    contentType: answer.headers.get("content-type") ?? "",
    next,
    rest,
    leave: () => reader.cancel(),
  };
}
