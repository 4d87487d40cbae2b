/**
 * Stems of Portuguese words, which no English word of the code begins with. Portuguese is allowed on the wire
 * (packages/contracts), in translations and in texts for customers.
 */
const STEMS = [
  "abert",
  "agendament",
  "aguard",
  "anex",
  "aniversari",
  "apag",
  "arquiv(?!e)",
  "assunt",
  "atend",
  "atualiz",
  "ausenci",
  "avaliac",
  "bairr",
  "busc",
  "campanh",
  "cancelad",
  "chamad",
  "chave",
  "cidade",
  "cobranc",
  "conexa",
  "conexo",
  "contat",
  "conversa$",
  "conversas$",
  "criad",
  "dados",
  "descric",
  "desconect",
  "destinatari",
  "empres",
  "encerr",
  "endereco",
  "enviad",
  "enviar",
  "envio",
  "escolh",
  "etiquet",
  "excluid",
  "excluir",
  "fechad",
  "fechament",
  "feriad",
  "fila$",
  "filas$",
  "funcion(?!al|s|$)",
  "gerente",
  "grupo",
  "horari",
  "imagem",
  "imagens",
  "intervalo",
  "lembret",
  "mensag",
  "modelos$",
  "motiv(?!e|at)",
  "nome$",
  "nomes$",
  "notificac",
  "numero$",
  "numeros$",
  "origem",
  "pausad",
  "pergunt",
  "permissao",
  "permissoes",
  "pesquis",
  "preco",
  "protocolo",
  "quantidade",
  "receb",
  "relatori",
  "remetent",
  "respost",
  "respond[ei]r",
  "saudac",
  "senha",
  "telefon",
  "transferenc",
  "usuari",
  "validad[eo]",
];
const PORTUGUESE = new RegExp(`^(?:${STEMS.join("|")})`);

/** The first Portuguese word of a camelCase or snake_case name, in lower case and without accents, or null. */
export function portugueseWord(name) {
  const words = name
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.find((word) => PORTUGUESE.test(word)) ?? null;
}

/** The identifiers that a pattern declares: `{ a: b, ...c }` declares b and c, not a. */
function declaredNames(pattern) {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) => declaredNames(property.type === "RestElement" ? property : property.value));
    case "ArrayPattern":
      return pattern.elements.flatMap(declaredNames);
    case "AssignmentPattern":
      return declaredNames(pattern.left);
    case "RestElement":
      return declaredNames(pattern.argument);
    case "TSParameterProperty":
      return declaredNames(pattern.parameter);
    default:
      return [];
  }
}

/** Reports Portuguese names that the code declares. Reading or writing a field of a wire view is not a declaration. */
export const portugueseNames = {
  meta: {
    type: "suggestion",
    docs: { description: "English names in the code; Portuguese only on the wire and in translations" },
    messages: { portuguese: "“{{name}}” has the Portuguese word “{{word}}”. Name it in English (docs/GLOSSARY.md)." },
    schema: [],
  },
  create(context) {
    const check = (identifier) => {
      const word = identifier?.type === "Identifier" ? portugueseWord(identifier.name) : null;
      if (word !== null) context.report({ node: identifier, messageId: "portuguese", data: { name: identifier.name, word } });
    };
    const checkFunction = (node) => {
      check(node.id);
      for (const parameter of node.params) declaredNames(parameter).forEach(check);
    };
    return {
      VariableDeclarator: (node) => declaredNames(node.id).forEach(check),
      FunctionDeclaration: checkFunction,
      FunctionExpression: checkFunction,
      ArrowFunctionExpression: checkFunction,
      ClassDeclaration: (node) => check(node.id),
      "PropertyDefinition[computed=false]": (node) => check(node.key),
      "MethodDefinition[computed=false]": (node) => check(node.key),
      TSInterfaceDeclaration: (node) => check(node.id),
      TSTypeAliasDeclaration: (node) => check(node.id),
      "TSPropertySignature[computed=false]": (node) => check(node.key),
      "TSMethodSignature[computed=false]": (node) => check(node.key),
    };
  },
};
