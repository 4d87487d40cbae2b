import { unfilledPlaceholders } from "@balcao/domain/texts";
import { readTyped } from "./typed";
import { knownValues, matchVariables } from "./variables";

const facts = { name: "João", number: "", queue: "Suporte", user: "Ana" };
const values = knownValues(facts, new Date("2026-01-05T12:05:00Z"), "America/Sao_Paulo");
const WORDS = { name: "Contato", number: "Número", queue: "Fila", user: "Atendente", ms: "Saudação", date: "Data", time: "Hora" };

describe("variables", () => {
  it("are looked for after {{, until it is closed [CONV-012]", () => {
    expect(readTyped("Olá {{sau", 9)).toEqual({ sign: "{{", query: "sau", from: 4, to: 9 });
    expect(readTyped("{{", 2)).toEqual({ sign: "{{", query: "", from: 0, to: 2 });
    expect(readTyped("{{name}} ", 9)).toBeNull();
    expect(readTyped("{", 1)).toBeNull();
  });

  it("are found by their name and by what they mean, and only where they have a value [CONV-012]", () => {
    const names = (query: string) => matchVariables(values, (name) => WORDS[name], query).map(({ name }) => name);
    expect(names("")).toEqual(["name", "queue", "user", "ms", "date", "time"]);
    expect(names("SAUDACAO")).toEqual(["ms"]);
    expect(names("qu")).toEqual(["queue"]);
    expect(matchVariables(values, (name) => WORDS[name], "ms")).toEqual([{ name: "ms", word: "Saudação", value: "Bom dia" }]);
  });

  it("without a value are named, however they are written [D-064]", () => {
    expect(unfilledPlaceholders("{{name}} {{number}} {{ Valor }} {{number}} {{1}} {}", values)).toEqual([
      "{{number}}",
      "{{ Valor }}",
      "{{1}}",
    ]);
    expect(unfilledPlaceholders("Bom dia, {{name}}! {{time}}", values)).toEqual([]);
  });
});
