import i18next from "i18next";
import { readTexts } from "../../../textFiles";
import { NoAnswerError, toApiError } from "./apiError";
import { toErrorText } from "./errorText";

beforeAll(async () => {
  await i18next.init({
    lng: "pt",
    resources: {
      en: { errors: readTexts("en", "errors") },
      pt: {
        errors: readTexts("pt", "errors"),
        common: { state: { noAnswer: "Sem conexão com o servidor.", unknownError: "Ocorreu um erro!" } },
      },
    },
    defaultNS: "common",
    ns: ["common", "errors"],
  });
});

describe("the error text for people", () => {
  it("translates a sentence of our own by its code, and leaves one with a value as it is [D-620]", async () => {
    const own = "Este contato já tem uma conversa em que você não pode escrever agora.";
    await i18next.changeLanguage("en");
    expect(toErrorText(toApiError(403, { error: own, message: own, code: "ERR_FORWARD_TICKET_BUSY" }, null))).toMatch(/^This contact/);
    expect(toErrorText(toApiError(400, { error: "São 7 dias", message: "São 7 dias", code: "ERR_NO_TEMPLATES" }, null))).toBe("São 7 dias");
    await i18next.changeLanguage("pt");
  });

  it("translates a known code, from message or from error [ERR-001]", () => {
    expect(toErrorText(toApiError(404, { error: "x", message: "ERR_NO_TICKET_FOUND" }, null))).toBe("Conversa não encontrada.");
    expect(toErrorText(toApiError(404, { error: "ERR_NO_TICKET_FOUND" }, null))).toBe("Conversa não encontrada.");
  });

  it("shows an unknown text as it is [ERR-002]", () => {
    expect(toErrorText(toApiError(409, { error: "Lotado", message: "Lotado", code: "ERR_OF_LATER" }, null))).toBe("Lotado");
  });

  it("says that an error occurred when the answer has no text [ERR-003]", () => {
    expect(toErrorText(toApiError(502, "<html>Bad gateway</html>", null))).toBe("Ocorreu um erro!");
    expect(toErrorText(new Error("internal"))).toBe("Ocorreu um erro!");
  });

  it("shows that the server did not answer", () => {
    expect(toErrorText(new NoAnswerError())).toBe("Sem conexão com o servidor.");
  });
});
