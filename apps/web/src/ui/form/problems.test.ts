import i18next from "i18next";
import { ApiError, NoAnswerError } from "../../lib/api/apiError";
import { toFieldProblems, toProblemText } from "./problems";

const refusal = (code: string | null, details: readonly { field: string; rule: string }[] = []) =>
  new ApiError({ status: 400, code, text: code, details, retryAfterSeconds: null });

beforeAll(async () => {
  await i18next.init({
    lng: "pt",
    resources: {
      pt: {
        errors: { ERR_NAME_TAKEN: "Já existe.", "Too Short!": "Curto demais" },
        login: { problem: { email: "E-mail ruim.", required: "Falta." }, fieldProblem: { email: { required: "Digite o e-mail." } } },
      },
    },
  });
});

describe("toFieldProblems", () => {
  it("assigns a refusal to the fields of its details, and to the field of its code", () => {
    const fields = ["name", "buttons"];
    expect(toFieldProblems(refusal("ERR_NAME_TAKEN"), fields)).toEqual([{ field: "name", rule: "refused", message: "Já existe." }]);
    const details = [{ field: "name", rule: "unique" }];
    expect(toFieldProblems(refusal("ERR_NAME_TAKEN", details), fields).map(({ rule }) => rule)).toEqual(["unique"]);
    expect(toFieldProblems(refusal("ERR_VALIDATION", [{ field: "buttons.0.url", rule: "max" }]), fields).map(({ field }) => field)).toEqual(
      ["buttons.0.url"],
    );
  });

  it("leaves to the form what concerns none of its fields", () => {
    expect(toFieldProblems(refusal("ERR_NAME_TAKEN"), ["email"])).toEqual([]);
    expect(toFieldProblems(refusal("ERR_VALIDATION", [{ field: "log", rule: "max" }]), ["name"])).toEqual([]);
    expect(toFieldProblems(new NoAnswerError("away"), ["name"])).toEqual([]);
  });
});

describe("toProblemText", () => {
  it.each([
    ["the field's own sentence", { field: "email", rule: "optionality", message: "Required" }, "Digite o e-mail."],
    ["the rule's sentence", { field: "email", rule: "email", message: "Invalid email" }, "E-mail ruim."],
    ["the rule's sentence in a list", { field: "values.3", rule: "required", message: "Required" }, "Falta."],
    ["the sentence of a code", { field: "name", rule: "refused", message: "ERR_NAME_TAKEN" }, "Já existe."],
    ["the documented message in the person's language", { field: "name", rule: "min", message: "Too Short!" }, "Curto demais"],
    ["any other message as it is", { field: "name", rule: "odd", message: "Odd" }, "Odd"],
  ])("gives %s", (_what, problem, expected) => {
    expect(toProblemText("login", problem)).toBe(expected);
  });
});
