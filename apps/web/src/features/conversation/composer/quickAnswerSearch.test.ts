import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";
import { matchAnswers } from "./quickAnswerSearch";
import { isSameTyped, readTyped } from "./typed";

const answer = (shortcut: string, message: string): QuickAnswerView => ({
  id: shortcut.length,
  shortcut,
  message,
  mediaUrl: null,
  mediaType: null,
  mediaName: null,
  medias: [],
  ...{ scope: "everyone" as const, queueId: null, userId: null, usedCount: 0, deeds: null },
});

describe("what a list completes", () => {
  it("is what follows a / that begins the text or a word, up to the cursor [CONV-010]", () => {
    expect(readTyped("/ent", 4)).toEqual({ sign: "/", query: "ent", from: 0, to: 4 });
    expect(readTyped("Oi\n/ent", 5)).toEqual({ sign: "/", query: "e", from: 3, to: 5 });
    expect(readTyped("-- /", 4)).toEqual({ sign: "/", query: "", from: 3, to: 4 });
    for (const words of ["e/ou", "https://example.com", "/ent depois", "18/11", "", "texto"])
      expect(readTyped(words, words.length)).toBeNull();
  });

  it("is a participant after an @, and never both", () => {
    expect(readTyped("Oi @mar", 7)).toEqual({ sign: "@", query: "mar", from: 3, to: 7 });
    expect(readTyped("@ana/", 5)?.sign).toBe("@");
    expect(readTyped("/@ana", 5)?.sign).toBe("/");
  });

  it("is the same thing while neither its place nor its letters change", () => {
    expect(isSameTyped(readTyped("/ent", 4), readTyped("/ent mais", 4))).toBe(true);
    expect(isSameTyped(readTyped("/ent", 4), readTyped("/ent", 3))).toBe(false);
    expect(isSameTyped(readTyped("/ent", 4), null)).toBe(false);
  });
});

describe("matchAnswers", () => {
  const answers = [
    answer("boleto", "Segue a 2ª via do boleto."),
    answer("pix", "A chave é o CNPJ, ou o BOLETO."),
    answer("Àgua", "Não temos."),
  ];
  const found = (query: string) => matchAnswers(answers, query).map(({ shortcut }) => shortcut);

  it("finds shortcuts first, then texts, without accents and case [CONV-010, D-167]", () => {
    expect(found("bole")).toEqual(["boleto", "pix"]);
    expect(found("AGUA")).toEqual(["Àgua"]);
    expect(found("cnpj")).toEqual(["pix"]);
    expect(found("")).toHaveLength(3);
    expect(found("xyz")).toEqual([]);
  });
});
