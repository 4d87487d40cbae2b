import { readFileSync } from "node:fs";
import { join } from "node:path";
import i18next from "i18next";
import { NoAnswerError, toApiError } from "./apiError";
import { toErrorText } from "./errorText";

beforeAll(async () => {
  const pt = JSON.parse(readFileSync(join(import.meta.dirname, "../../i18n/pt/errors.json"), "utf8")) as Record<string, string>;
  await i18next.init({
    lng: "pt",
    resources: { pt: { errors: pt, common: { state: { noAnswer: "Sem conexão com o servidor." } } } },
    defaultNS: "common",
    ns: ["common", "errors"],
  });
});

describe("what a person reads of a failure", () => {
  it("translates a known code, from message or from error [ERR-001]", () => {
    expect(toErrorText(toApiError(404, { error: "x", message: "ERR_NO_TICKET_FOUND" }, null))).toBe("Ticket não encontrado.");
    expect(toErrorText(toApiError(404, { error: "ERR_NO_TICKET_FOUND" }, null))).toBe("Ticket não encontrado.");
  });

  it("shows an unknown text as it is [ERR-002]", () => {
    const sentence = "Este ticket já foi aceito por outro atendente.";
    expect(toErrorText(toApiError(409, { error: sentence, message: sentence, code: "ERR_TICKET_TAKEN" }, null))).toBe(sentence);
  });

  it("says An error occurred! when the answer says nothing [ERR-003]", () => {
    expect(toErrorText(toApiError(502, "<html>Bad gateway</html>", null))).toBe("An error occurred!");
    expect(toErrorText(new Error("internal"))).toBe("An error occurred!");
  });

  it("says that nobody answered when nobody did", () => {
    expect(toErrorText(new NoAnswerError())).toBe("Sem conexão com o servidor.");
  });
});
