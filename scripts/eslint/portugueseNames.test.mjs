import { Linter } from "eslint";
import { portugueseNames, portugueseWord } from "./portugueseNames.mjs";

const linter = new Linter();
const lint = (code) =>
  linter
    .verify(code, { plugins: { balcao: { rules: { names: portugueseNames } } }, rules: { "balcao/names": "error" } })
    .map((message) => message.message);

describe("the rule against Portuguese names", () => {
  it.each([
    "const mensagem = 1;",
    "function enviarTexto() {}",
    "const send = (telefoneDoContato) => telefoneDoContato;",
    "const { resposta } = view;",
    "const { answer: respostaAutomatica } = view;",
    "class Usuario {}",
    "class Ticket { fila = 1; }",
    "for (const [conexao] of all) conexao();",
    "const TOTAL_MENSAGENS = 3;",
    "function list({ pagina, ...envios }) {}",
  ])("reports %s", (code) => expect(lint(code)).toHaveLength(1));

  it.each([
    "const message = 1;",
    "const { resposta: answer } = view;",
    "view.mensagem = view.protocolo;",
    "const wire = { mensagem: text, respostaAutomatica: true };",
    'const profile = "gerente";',
    "const destination = origin;",
    "const contact = chain.entries, campaign = archive, chatBox = file;",
    "const functional = motivation, abbreviation = numerator, nominal = filament, group = interval;",
  ])("lets %s pass", (code) => expect(lint(code)).toEqual([]));

  it("reads camelCase, snake_case and accents word by word", () => {
    expect(["listMensagens", "USUARIO_ID", "horárioDeAlmoço", "messageList"].map(portugueseWord)).toEqual([
      "mensagens",
      "usuario",
      "horario",
      null,
    ]);
  });
});
