import { readUrl } from "../webAddress/index.js";
import { TEMPLATE_CATEGORIES, TEMPLATE_LANGUAGES, type TemplateButton, type TemplateDraft } from "./template.js";
import { TEMPLATE_LIMITS } from "./templateLimits.js";
import { countVariables, hasTooManyVariables, hasVariableAtEdge, variablesOf } from "./templateVariables.js";

/**
 * The sentence of each rule; those about limits are the documented ones (TMPL-009, TMPL-010,
 * TMPL-011, TMPL-015).
 */
export const TEMPLATE_SENTENCES = {
  buttonLimit: "Limite de botões atingido!",
  urlLimit: "Limite de botões de URL atingido!",
  phoneLimit: "Limite de botões de telefone atingido!",
  variableLimit: "Limite de variáveis atingido!",
  urlWithPhone: "Um botão de URL e um botão de telefone não podem ser combinados!",
  buttonText: "O texto do botão é obrigatório!",
  required: "Preencha este campo.",
  tooLong: "O texto é longo demais.",
  oneLine: "Use uma única linha.",
  nameCharacters: "Use apenas letras minúsculas sem acento, números e _ no nome.",
  variableForm: "Use variáveis numeradas, como {{1}}.",
  variableGap: "Numere as variáveis em sequência, a partir de {{1}}.",
  variableRatio: "Há variáveis demais para o tamanho do texto: escreva mais palavras ou use menos variáveis.",
  variableEdge: "O corpo não pode começar nem terminar com uma variável.",
  fixedText: "Templates de autenticação têm o texto da Meta: deixe este campo vazio.",
  noVariables: "Variáveis só são aceitas no corpo.",
  url: "Informe um endereço completo, como https://exemplo.com.br.",
  phone: "Informe o telefone com código do país, só com números.",
  choice: "Escolha uma das opções.",
  sample: "Escolha um arquivo de exemplo para a análise da Meta.",
  fileOrText: "O cabeçalho tem texto ou arquivo, não os dois.",
  spaces: "Não use espaços.",
  point: "Informe latitude e longitude, por exemplo -23.5505, -46.6333.",
} as const;
export type TemplateRule = keyof typeof TEMPLATE_SENTENCES;

/** A rule that a draft breaks. `field` is `name`, `body`, `buttons`, `buttons.0.url` and so on. */
export interface TemplateFault {
  readonly field: string;
  readonly rule: TemplateRule;
}

const fault = (field: string, rule: TemplateRule, broken: boolean): TemplateFault[] => (broken ? [{ field, rule }] : []);

/**
 * The faults of a draft, at most one per field, in the order of the form; empty when it may be
 * submitted. The form and the server both use it.
 */
export function findTemplateFaults(draft: TemplateDraft): TemplateFault[] {
  const found = [
    ...nameFaults(draft.name),
    ...fault("language", "choice", !TEMPLATE_LANGUAGES.includes(draft.language)),
    ...fault("category", "choice", !TEMPLATE_CATEGORIES.includes(draft.category)),
    ...(draft.category === "AUTHENTICATION" ? wordFaults(draft) : contentFaults(draft)),
  ];
  return found.filter(({ field }, index) => found.findIndex((other) => other.field === field) === index);
}

function contentFaults(draft: TemplateDraft): TemplateFault[] {
  return [
    ...headerFaults(draft),
    ...bodyFaults(draft.body),
    ...lineFaults("footer", draft.footer, TEMPLATE_LIMITS.footer),
    ...buttonCountFaults(draft.buttons),
    ...draft.buttons.flatMap((button, index) => buttonFaults(button, `buttons.${index}`)),
  ];
}

/**
 * A template that carries a code has Meta's own texts and button, so a draft with others is
 * refused.
 */
function wordFaults({ header, headerKind, body, footer, buttons }: TemplateDraft): TemplateFault[] {
  return [
    ...fault("header", "fixedText", header !== "" || headerKind !== undefined),
    ...fault("body", "fixedText", body !== ""),
    ...fault("footer", "fixedText", footer !== ""),
    ...fault("buttons", "fixedText", buttons.length > 0),
  ];
}

function nameFaults(name: string): TemplateFault[] {
  return [
    ...fault("name", "required", name === ""),
    ...fault("name", "nameCharacters", !/^[a-z0-9_]*$/.test(name)),
    ...fault("name", "tooLong", name.length > TEMPLATE_LIMITS.name),
  ];
}

/** A header is words, a place, or a file of which Meta reviews a sample. */
function headerFaults({ header, headerKind, headerFile = "" }: TemplateDraft): TemplateFault[] {
  if (headerKind === undefined) return lineFaults("header", header, TEMPLATE_LIMITS.header);
  return [
    ...fault("header", "fileOrText", header !== ""),
    ...fault("headerFile", "sample", headerKind !== "location" && headerFile === ""),
  ];
}

/** Header and footer: one row of plain text. */
function lineFaults(field: "header" | "footer", text: string, longest: number): TemplateFault[] {
  return [
    ...fault(field, "tooLong", text.length > longest),
    ...fault(field, "oneLine", /[\r\n]/.test(text)),
    ...fault(field, "noVariables", text.includes("{{")),
  ];
}

function bodyFaults(body: string): TemplateFault[] {
  const variables = variablesOf(body);
  const highest = Math.max(0, ...variables.map(Number).filter(Number.isFinite));
  return [
    ...fault("body", "required", body.trim() === ""),
    ...fault("body", "tooLong", body.length > TEMPLATE_LIMITS.body),
    ...fault(
      "body",
      "variableForm",
      variables.some((inner) => !/^[1-9]\d*$/.test(inner)),
    ),
    ...fault("body", "variableLimit", variables.length > TEMPLATE_LIMITS.variables || highest > TEMPLATE_LIMITS.variables),
    ...fault("body", "variableGap", countVariables(body) === null),
    ...fault("body", "variableEdge", hasVariableAtEdge(body)),
    ...fault("body", "variableRatio", hasTooManyVariables(body)),
  ];
}

function buttonCountFaults(buttons: readonly TemplateButton[]): TemplateFault[] {
  const count = (type: TemplateButton["type"]): number => buttons.filter((button) => button.type === type).length;
  return [
    ...fault("buttons", "buttonLimit", buttons.length > TEMPLATE_LIMITS.buttons),
    ...fault("buttons", "urlLimit", count("URL") > TEMPLATE_LIMITS.urlButtons),
    ...fault("buttons", "phoneLimit", count("PHONE_NUMBER") > TEMPLATE_LIMITS.phoneButtons),
    ...fault("buttons", "urlWithPhone", count("URL") > 0 && count("PHONE_NUMBER") > 0),
  ];
}

function buttonFaults(button: TemplateButton, at: string): TemplateFault[] {
  const faults = [
    ...fault(`${at}.text`, "buttonText", button.text.trim() === ""),
    ...fault(`${at}.text`, "tooLong", button.text.length > TEMPLATE_LIMITS.buttonText),
    ...fault(`${at}.text`, "noVariables", button.text.includes("{{")),
  ];
  switch (button.type) {
    case "QUICK_REPLY":
      return faults;
    case "URL":
      return [
        ...faults,
        ...fault(`${at}.url`, "tooLong", button.url.length > TEMPLATE_LIMITS.buttonUrl),
        ...fault(`${at}.url`, "noVariables", button.url.includes("{{")),
        ...fault(`${at}.url`, "url", !isWebAddress(button.url)),
      ];
    case "PHONE_NUMBER":
      return [...faults, ...fault(`${at}.phone_number`, "phone", !/^\+?\d{8,15}$/.test(button.phone_number))];
  }
}

function isWebAddress(text: string): boolean {
  const { protocol, hostname } = (/\s/.test(text) ? null : readUrl(text)) ?? {};
  return (protocol === "https:" || protocol === "http:") && hostname?.includes(".") === true;
}

/**
 * Why one more button of this type cannot be added, or null. The buttons editor shows it at the
 * click (TMPL-009…TMPL-012).
 */
export function obstacleToButton(buttons: readonly TemplateButton[], type: TemplateButton["type"]): TemplateRule | null {
  const blank: Readonly<Record<TemplateButton["type"], TemplateButton>> = {
    QUICK_REPLY: { type: "QUICK_REPLY", text: "" },
    URL: { type: "URL", text: "", url: "" },
    PHONE_NUMBER: { type: "PHONE_NUMBER", text: "", phone_number: "" },
  };
  return buttonCountFaults([...buttons, blank[type]])[0]?.rule ?? null;
}
