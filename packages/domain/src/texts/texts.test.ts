import type { MessageType } from "../messages/index.js";
import { cleanFileName, commentIn, fillPlaceholders, foldText, placeholderValues, previewText, withoutSignature } from "./index.js";

describe("fillPlaceholders", () => {
  const values = placeholderValues(
    { name: "João", number: "5511999990000", queue: "Suporte", user: "Ana" },
    new Date("2026-01-05T12:05:00Z"),
    "America/Sao_Paulo",
  );

  it("fills every placeholder (D-064) [CONV-012]", () => {
    expect(fillPlaceholders("{{ms}}, {{name}} ({{number}}): {{user}}, {{queue}}, {{date}} {{time}}", values)).toBe(
      "Bom dia, João (5511999990000): Ana, Suporte, 05/01/2026 09:05",
    );
  });

  it("fills user and queue of a transfer text [SET-035]", () => {
    expect(fillPlaceholders("Transferido para {{user}} - {{queue}}. {{name}}", { user: "Rui", queue: "Vendas" })).toBe(
      "Transferido para Rui - Vendas. {{name}}",
    );
  });

  it("leaves unknown placeholders as typed (D-064)", () => {
    for (const text of ["{{cpf}}", "{{ name }}", "{name}", "{{constructor}}", "{{}}"]) expect(fillPlaceholders(text, values)).toBe(text);
  });

  it("replaces nothing inside a value, nor its dollar signs (S-36)", () => {
    expect(fillPlaceholders("Olá {{name}}", { ...values, name: "{{user}} $& $1" })).toBe("Olá {{user}} $& $1");
  });
});

describe("previewText", () => {
  it.each<[MessageType, string, string]>([
    ["conversation", "Olá,\n tudo   bem?", "Olá, tudo bem?"],
    ["image", "", "Imagem"],
    ["image", "Nota fiscal", "Nota fiscal"],
    ["audio", "", "Áudio"],
    ["video", "", "Vídeo"],
    ["document", "", "Documento"],
    ["sticker", "data", "Figurinha"],
    ["location", "data:image/png;base64,AAAA|https://maps.example", "Localização"],
    ["vcard", "BEGIN:VCARD\nFN:Rui\nEND:VCARD", "Contato"],
    ["contacts", "[]", "Contato"],
    ["chat", "begin:vcard\nFN:Rui", "Contato"],
    ["text", "data:image/jpeg;base64,/9j/4AAQ", "Imagem"],
    ["text", `/9j/${"A".repeat(60)}`, "Imagem"],
    ["call_log", "", "Chamada"],
  ])("shows %s %j as %j (D-085) [CONV-029]", (type, body, preview) => {
    expect(previewText({ type, body })).toBe(preview);
  });

  it("leaves out the signature of the person who wrote it, and no other bold text (D-065)", () => {
    expect(previewText({ type: "conversation", body: "*Bia:*\nOlá", userName: "Bia" })).toBe("Olá");
    expect(previewText({ type: "conversation", body: "*Aviso:*\nOlá", userName: "Bia" })).toBe("*Aviso:* Olá");
    expect(previewText({ type: "conversation", body: "*Bia:*\nOlá" })).toBe("*Bia:* Olá");
    expect(previewText({ type: "image", body: "*Bia:*\n", userName: "Bia" })).toBe("Imagem");
  });

  it("cuts at 255 characters and never within a character (D-085)", () => {
    const preview = previewText({ type: "text", body: "😀".repeat(300) });
    expect(preview.length).toBeLessThanOrEqual(255);
    expect(preview.endsWith("😀…")).toBe(true);
    expect(previewText({ type: "text", body: "a".repeat(256) })).toBe(`${"a".repeat(254)}…`);
    expect(previewText({ type: "text", body: "a".repeat(255) })).toBe("a".repeat(255));
  });
});

describe("withoutSignature", () => {
  it("removes the sender's own signature and no other bold text (D-065)", () => {
    expect(withoutSignature("*Ana:*\nOlá", "Ana")).toEqual({ text: "Olá", signed: true });
    expect(withoutSignature("*Aviso:*\nOlá", "Ana")).toEqual({ text: "*Aviso:*\nOlá", signed: false });
    expect(withoutSignature("*:*\nOlá", null)).toEqual({ text: "*:*\nOlá", signed: false });
  });
});

describe("commentIn", () => {
  it("finds the comment after the prefix and nothing in other texts (D-063) [CONV-009]", () => {
    expect(commentIn("-- ligar amanhã")).toBe("ligar amanhã");
    expect(commentIn("--")).toBe("");
    expect(commentIn(" -- ligar")).toBeNull();
    expect(commentIn("- item")).toBeNull();
  });
});

describe("names and folding", () => {
  it.each([
    ["Relatório Março.pdf", "Relatorio Marco.pdf"],
    ["../../etc/passwd", "passwd"],
    ["C:\\temp\\ação.txt", "acao.txt"],
    ["fatura\u202Efdp.exe", "faturafdp.exe"],
    ["...", "file"],
    ["", "file"],
    [`${"a".repeat(300)}.docx`, `${"a".repeat(115)}.docx`],
    [". .a.b. .", "a.b"],
  ])("cleans the file name %j to %j [CONV-024]", (name, clean) => {
    expect(cleanFileName(name)).toBe(clean);
  });

  it("compares without accents and case (D-035, D-170)", () => {
    expect(foldText("  ATENÇÃO   já ")).toBe("atencao ja");
  });
});
