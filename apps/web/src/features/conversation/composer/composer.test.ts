import { toSentText } from "./composeText";
import { showsMicrophone, toolsOf } from "./boxFacts";
import { createDrafts, NO_DRAFT, type Draft, type DraftStorage } from "./drafts";
import { formatBytes } from "../../../lib/bytes";
import { captionTaker, moveFile, toTrayFile } from "./trays";

const facts = {
  name: "João",
  number: "5511999990000",
  queue: "Suporte",
  user: "Ana",
  sign: false,
  now: new Date("2026-01-05T12:05:00Z"),
  zone: "America/Sao_Paulo",
};

describe("toSentText", () => {
  it("does not send blank text [CONV-021]", () => {
    for (const typed of ["", "  \n ", "--", "--  "]) expect(toSentText(typed, facts)).toBeNull();
  });

  it("fills the placeholders [CONV-012]", () => {
    expect(toSentText("{{ms}}, {{name}}! {{time}} {{nada}}", facts)).toBe("Bom dia, João! 09:05 {{nada}}");
  });

  it("signs texts and never comments [CONV-009, CONV-013]", () => {
    expect(toSentText("Olá", { ...facts, sign: true })).toBe("*Ana:*\nOlá");
    expect(toSentText("-- ligar para {{name}}", { ...facts, sign: true })).toBe("--ligar para João");
  });
});

describe("files", () => {
  const file = (size: number, name = "a.pdf") => {
    const made = new File([], name);
    Object.defineProperty(made, "size", { value: size });
    return toTrayFile(made);
  };
  const MB = 1024 * 1024;

  it("are sent under names without accents [CONV-024]", () => {
    expect(file(1, "Orçamento março.pdf").name).toBe("Orcamento marco.pdf");
  });

  it("change places, and stop at the ends of the list", () => {
    const files = [file(1, "a.pdf"), file(1, "b.pdf"), file(1, "c.pdf")];
    const moved = (place: number, step: number) =>
      moveFile(files, files[place]?.key ?? "", step)
        .map(({ name }) => name[0])
        .join("");
    expect([moved(0, 1), moved(2, -1), moved(0, 2), moved(0, -1), moved(2, 1)]).toEqual(["bac", "acb", "bca", "abc", "abc"]);
  });

  it("show their size in the reader's language", () => {
    expect(formatBytes(12.4 * MB, "pt")).toBe("12,4 MB");
    expect(formatBytes(184 * 1024, "en")).toBe("184 KB");
    expect(formatBytes(10, "en")).toBe("1 KB");
  });
});

describe("createDrafts", () => {
  const draft = (text: string, more: Partial<Draft> = {}): Draft => ({ ...NO_DRAFT, text, ...more });
  const storage = (stored: readonly (readonly [string, Draft])[]) => {
    const kept = new Map(stored);
    return {
      kept,
      load: () => Promise.resolve([...kept]),
      save: async (key: string, value: Draft) => void kept.set(key, value),
      remove: async (key: string) => void kept.delete(key),
    } satisfies DraftStorage & { kept: Map<string, Draft> };
  };

  it("keeps a draft per person and ticket and forgets an empty one", async () => {
    const disk = storage([]);
    const drafts = createDrafts(disk);
    drafts.put(3, 7, draft("vou verificar"));
    drafts.put(4, 7, draft("outra pessoa"));
    expect(drafts.get(3, 7)?.text).toBe("vou verificar");
    drafts.put(3, 7, draft("  "));
    await drafts.loaded;
    expect(drafts.get(3, 7)).toBeUndefined();
    expect([...disk.kept.keys()]).toEqual(["draft:4:7"]);
  });

  it("keeps a comment without a reply, and forgets one that is only its prefix", () => {
    const drafts = createDrafts(storage([]));
    drafts.put(3, 7, draft("", { comment: "-- nota", commenting: true }));
    drafts.put(3, 8, draft("", { comment: "-- ", commenting: true }));
    expect([drafts.get(3, 7)?.comment, drafts.get(3, 8)]).toEqual(["-- nota", undefined]);
  });

  it("restores stored drafts, but not over text that was typed before they were read", async () => {
    const drafts = createDrafts(
      storage([
        ["draft:3:7", draft("antigo")],
        ["draft:3:8", draft("outro")],
      ]),
    );
    drafts.put(3, 7, draft("novo"));
    await drafts.loaded;
    expect([drafts.get(3, 7)?.text, drafts.get(3, 8)?.text]).toEqual(["novo", "outro"]);
  });

  it("forgets all drafts of one person, and what is stored by the way out, until the person writes again", async () => {
    const disk = storage([
      ["draft:3:7", draft("um")],
      ["draft:30:7", draft("de outra pessoa")],
    ]);
    const drafts = createDrafts(disk);
    await drafts.loaded;
    drafts.put(3, -2, draft("chat"));
    expect(drafts.count(3)).toBe(2);
    drafts.forget(3);
    drafts.put(3, 7, draft("um"));
    expect([drafts.count(3), drafts.get(3, 7), drafts.count(30)]).toEqual([0, undefined, 1]);
    expect([...disk.kept.keys()]).toEqual(["draft:30:7"]);
    drafts.keep(3);
    drafts.put(3, 7, draft("novo"));
    expect(drafts.get(3, 7)?.text).toBe("novo");
  });

  it("follows what other tabs store and remove", async () => {
    let tell: Parameters<NonNullable<DraftStorage["follow"]>>[0] = () => undefined;
    const drafts = createDrafts({ ...storage([]), follow: (listener) => (tell = listener) });
    let changes = 0;
    drafts.subscribe(() => (changes += 1));
    tell("draft:3:7", draft("da outra aba"));
    expect([drafts.get(3, 7)?.text, changes]).toEqual(["da outra aba", 1]);
    tell("draft:3:7", null);
    expect([drafts.get(3, 7), changes]).toEqual([undefined, 2]);
  });

  it("works in a browser that stores nothing", async () => {
    const refuse = () => Promise.reject(new Error("refused"));
    const drafts = createDrafts({ load: refuse, save: refuse, remove: refuse });
    drafts.put(3, 7, draft("texto"));
    await drafts.loaded;
    expect(drafts.get(3, 7)?.text).toBe("texto");
  });
});

describe("toolsOf", () => {
  const reply = { api: "cloud_api", comment: false, closed: false, toCustomer: true } as const;

  it("offers everything where a text goes to a customer, and templates only where the network has them", () => {
    expect(toolsOf(reply)).toEqual(["attach", "card", "templates", "emoji", "quickAnswers", "comment", "record"]);
    expect(toolsOf({ ...reply, api: "meow" })).not.toContain("templates");
  });

  it("offers no files and no recording while the window is closed, and no recording beside a comment", () => {
    expect(toolsOf({ ...reply, comment: true, closed: true })).toEqual(["emoji", "quickAnswers", "comment"]);
    expect(toolsOf({ ...reply, comment: true })).not.toContain("record");
  });

  it("offers colleagues files, emoji and recordings alone", () => {
    expect(toolsOf({ ...reply, api: "meow", toCustomer: false })).toEqual(["attach", "emoji", "record"]);
  });

  it("shows the microphone in place of the button that sends until something is written", () => {
    expect(showsMicrophone({ ...reply, begun: false })).toBe(true);
    expect(showsMicrophone({ ...reply, begun: true })).toBe(false);
    expect(showsMicrophone({ ...reply, comment: true, begun: false })).toBe(false);
  });
});

describe("captionTaker", () => {
  const picture = { ...toTrayFile(new File(["a"], "a.png", { type: "image/png" })), beside: true };
  const paper = { ...toTrayFile(new File(["a"], "a.pdf", { type: "application/pdf" })), beside: true };

  it("is the first picture that was pasted or dropped and has no caption of its own", () => {
    const second = { ...picture, key: "second" };
    expect(captionTaker([paper, { ...picture, caption: "Nota" }, second, picture])).toBe(second);
  });

  it("is no file that was chosen, and no paper", () => {
    expect(captionTaker([paper, { ...picture, beside: false }, toTrayFile(picture.file)])).toBeUndefined();
  });
});
