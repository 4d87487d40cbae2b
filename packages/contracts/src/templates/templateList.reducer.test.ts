import { applyTemplateToList, type TemplateView } from "./index.js";

const template = (name: string, language = "pt_BR", status = "PENDING"): TemplateView => ({
  id: `${name}-${language}`,
  name,
  language,
  status,
  category: "UTILITY",
  rejectedReason: null,
  components: [],
  buttons: [],
  version: "",
});
const shown = (list: readonly TemplateView[]): string[] => list.map(({ name, language, status }) => `${name} ${language} ${status}`);
const change = (action: "create" | "update", each: TemplateView) =>
  ({ action, template: each, templateName: each.name, whatsappId: 1 }) as const;

describe("a list of templates", () => {
  const list = [template("a"), template("c"), template("c", "es_ES")];

  it("inserts a new one by name [RT-026, TMPL-020]", () => {
    expect(shown(applyTemplateToList(list, change("create", template("b"))))).toEqual([
      "a pt_BR PENDING",
      "b pt_BR PENDING",
      "c es_ES PENDING",
      "c pt_BR PENDING",
    ]);
  });

  it("replaces one by name and language, whichever action the event has [RT-026]", () => {
    const approved = template("c", "pt_BR", "APPROVED");
    for (const action of ["create", "update"] as const)
      expect(shown(applyTemplateToList(list, change(action, approved)))).toEqual([
        "a pt_BR PENDING",
        "c es_ES PENDING",
        "c pt_BR APPROVED",
      ]);
  });

  it("removes every language of a deleted name (D-219) [RT-026]", () => {
    expect(shown(applyTemplateToList(list, { action: "delete", templateName: "c", whatsappId: 1 }))).toEqual(["a pt_BR PENDING"]);
  });
});
