import { type Answer, json } from "../wuzapi/http.js";

/** An error answer of the Graph API: clients use `code`, because the HTTP status varies. */
export class GraphFailure extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    readonly details = "",
    readonly subcode: number | null = null,
  ) {
    super(message);
  }
}

/** Meta's titles of its codes. */
const TITLES: Readonly<Record<number, string>> = {
  100: "Invalid parameter",
  130429: "Rate limit hit",
  131000: "Something went wrong",
  131008: "Required parameter is missing",
  131009: "Parameter value is not valid",
  131021: "Recipient cannot be sender",
  131026: "Message undeliverable",
  131031: "Business Account locked",
  131047: "Re-engagement message",
  131049: "This message was not delivered to maintain healthy ecosystem engagement.",
  131053: "Media upload error",
  131056: "(Business Account, Consumer Account) pair rate limit hit",
  132000: "Number of parameters does not match the expected number of params",
  132001: "Template name does not exist in the translation",
  132012: "Template Param Format Mismatch",
  132015: "Template is Paused",
  132016: "Template is Disabled",
  132018: "There is an issue with the parameters in your template",
  133005: "Two step verification PIN Mismatch",
  133010: "Phone number not registered",
};

/** The title of a code. */
export function titleOf(code: number): string {
  return TITLES[code] ?? "Error";
}

/** A coded failure with Meta's own title. */
export function failure(code: number, details: string, status = 400): GraphFailure {
  return new GraphFailure(status, code, `(#${code}) ${titleOf(code)}`, details);
}

/** The failure in Graph's form. */
export function toAnswer(failed: GraphFailure): Answer {
  const { status, code, message, details, subcode } = failed;
  return json(status, {
    error: {
      message,
      type: "OAuthException",
      code,
      ...(subcode === null ? {} : { error_subcode: subcode }),
      ...(details === "" ? {} : { error_data: { messaging_product: "whatsapp", details } }),
      fbtrace_id: "Azsimulated",
    },
  });
}
