import {
  mayAddSubstitution,
  passwordChangeProblem,
  passwordFaults,
  passwordProblem,
  passwordRules,
  resolveAttendant,
  substitutionProblem,
  type PasswordChange,
  type SubstitutionDraft,
} from "./index.js";

describe("passwords", () => {
  it.each([
    ["Abc1!xy", "A senha deve ter no mínimo 8 caracteres.", "USER-016, USER-015, CONST-010"],
    ["abcdef1!", "A senha deve ter pelo menos uma letra maiúscula.", "USER-017, USER-015"],
    ["ABCDEF1!", "A senha deve ter pelo menos uma letra minúscula.", "USER-017, USER-015"],
    ["Abcdefg!", "A senha deve ter pelo menos um número.", "USER-017, USER-015"],
    ["Abcdefg1", "A senha deve ter pelo menos um caractere especial.", "USER-017, USER-015"],
  ])("refuse %s with «%s» [%s]", (password, sentence) => {
    expect(passwordProblem(password)).toBe(sentence);
  });

  it("must have 8 to 50 characters of four kinds (D-113) [USER-014, USER-015]", () => {
    expect(passwordProblem("Abcdef1!")).toBeNull();
    expect(passwordProblem("Ação1234#")).toBeNull();
    expect(passwordProblem(`Aa1!${"x".repeat(46)}`)).toBeNull();
    expect(passwordFaults(`Aa1!${"x".repeat(47)}`)).toEqual(["long"]);
    expect(passwordFaults("Abc 1234")).toEqual(["special"]);
  });

  it("meet their rules one by one [USER-014, USER-015, USER-017]", () => {
    const met = (password: string) => passwordRules(password).flatMap(({ rule, isMet }) => (isMet ? [rule] : []));
    expect(passwordRules("").map(({ rule }) => rule)).toEqual(["length", "upper", "lower", "digit", "special"]);
    expect(met("")).toEqual([]);
    expect(met("aB")).toEqual(["upper", "lower"]);
    expect(met("1!1!1!1!")).toEqual(["length", "digit", "special"]);
    expect(met("Abcdef1!")).toEqual(["length", "upper", "lower", "digit", "special"]);
    expect(met(`Aa1!${"x".repeat(47)}`)).not.toContain("length");
  });

  it("report everything that is missing at once [USER-017]", () => {
    expect(passwordFaults("")).toEqual(["short", "upper", "lower", "digit", "special"]);
  });
});

describe("passwordChangeProblem", () => {
  const change = { currentPassword: "old", password: "Abcdef1!", confirmation: "Abcdef1!" };

  it.each<[Partial<PasswordChange>, ReturnType<typeof passwordChangeProblem>, string]>([
    [{ currentPassword: "" }, { field: "currentPassword", sentence: "Por favor, preencha todos os campos!" }, "USER-023"],
    [{ password: "" }, { field: "password", sentence: "Por favor, preencha todos os campos!" }, "USER-023"],
    [{ confirmation: "" }, { field: "confirmation", sentence: "Por favor, preencha todos os campos!" }, "USER-023"],
    [{ confirmation: "Abcdef1?" }, { field: "confirmation", sentence: "Senhas preenchidas não coincidem!" }, "USER-024"],
    [{ password: "weak", confirmation: "weak" }, { field: "password", sentence: "A senha deve ter no mínimo 8 caracteres." }, "USER-025"],
    [{}, null, "USER-023, USER-024, USER-025"],
  ])("judges %j as %j [%s]", (more, problem) => {
    expect(passwordChangeProblem({ ...change, ...more })).toEqual(problem);
  });
});

describe("substitutions", () => {
  const rui = { id: 11, name: "Rui", queueIds: [1] };

  it.each<[SubstitutionDraft[], string | null, string]>([
    [
      [
        { queueId: 1, substituteId: 11 },
        { queueId: 1, substituteId: 11 },
      ],
      "Não deve haver mais de uma substituição para a mesma fila",
      "USER-018",
    ],
    [[{ queueId: null, substituteId: 11 }], "Não deve existir substituições sem fila/usuário atribuído", "USER-019"],
    [[{ queueId: 1, substituteId: null }], "Não deve existir substituições sem fila/usuário atribuído", "USER-019"],
    [[{ queueId: 2, substituteId: 11 }], "O(a) usuário(a) Rui não pertence à essa fila", "USER-020"],
    [[{ queueId: 1, substituteId: 11 }], null, "USER-018, USER-019, USER-020"],
  ])("judge %j as %j [%s]", (list, sentence) => {
    expect(substitutionProblem(list, [rui])).toBe(sentence);
  });

  it("can be added for an inactive person only [USER-021]", () => {
    expect([mayAddSubstitution({ active: true }), mayAddSubstitution({ active: false })]).toEqual([false, true]);
  });

  it.each<[string, { ana: boolean; rui: boolean; ruiQueues: number[] }, number | null]>([
    ["the person while active", { ana: true, rui: true, ruiQueues: [1] }, 10],
    ["the substitute of an inactive person", { ana: false, rui: true, ruiQueues: [1] }, 11],
    ["nobody when the substitute is inactive too", { ana: false, rui: false, ruiQueues: [1] }, null],
    ["nobody when the substitute has left the queue (S-28)", { ana: false, rui: true, ruiQueues: [2] }, null],
  ])("give the ticket to %s (D-118)", (_title, state, expected) => {
    const people = new Map([
      [10, { active: state.ana, queueIds: [1], substitutions: [{ queueId: 1, substituteId: 11 }] }],
      [11, { active: state.rui, queueIds: state.ruiQueues, substitutions: [{ queueId: 1, substituteId: 12 }] }],
      [12, { active: true, queueIds: [1], substitutions: [] }],
    ]);
    expect(resolveAttendant(10, 1, people)).toBe(expected);
  });
});
