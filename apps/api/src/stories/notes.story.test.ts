import { seedNotes } from "@balcao/application/inbox/notes";
import { ADMIN, createPerson, openApiStage, type ApiStage } from "../apiStage.fixture.js";

interface Notes {
  readonly notes: readonly {
    readonly id: number;
    readonly title: string;
    readonly text: string;
    readonly link: string | null;
    readonly publishedAt: string;
  }[];
  readonly count: number;
}

describe("update notes", () => {
  let stage: ApiStage;
  let ana: string;
  let admin: string;

  beforeAll(async () => {
    stage = await openApiStage();
    admin = (await stage.signIn(ADMIN.email, ADMIN.password)).token;
    ana = (await stage.signIn((await createPerson(stage, admin, "Ana")).email)).token;
  }, 120_000);
  afterAll(() => stage.close());

  const read = async (token = ana): Promise<Notes> => (await (await stage.call("GET", "/api/notes", { token })).json()) as Notes;

  it("are there from the first start, for everybody, counted and newest first [API-093, SHELL-046]", async () => {
    const { notes, count } = await read();
    expect(count).toBe(notes.length);
    expect(count).toBeGreaterThan(2);
    const instants = notes.map(({ publishedAt }) => Date.parse(publishedAt));
    expect(instants).toEqual([...instants].sort((a, b) => b - a));
    expect(new Set(instants).size).toBe(count);
    expect(Object.keys(notes[0] ?? {}).sort()).toEqual(["id", "link", "publishedAt", "text", "title"]);
    expect(notes.every(({ title, text }) => title.length > 5 && text.length > 20)).toBe(true);
  });

  it("link to https pages only (D-021)", async () => {
    const links = (await read(admin)).notes.flatMap(({ link }) => (link === null ? [] : [link]));
    expect(links.length).toBeGreaterThan(0);
    expect(links.every((link) => new URL(link).protocol === "https:")).toBe(true);
    const bad = stage.test.database.sql.ask(
      "INSERT INTO note (slug, title, text, link, published_at) VALUES ('bad', 'x', 'x', 'javascript:alert(1)', now())",
    );
    await expect(bad).rejects.toThrow(/note_link_check/);
  });

  it("are the same after each start, and a changed one is corrected (D-021)", async () => {
    const { sql } = stage.test.database;
    const before = await read();
    await sql.ask("UPDATE note SET title = 'Antigo' WHERE id = $1", [before.notes[0]?.id]);
    expect(await read()).not.toEqual(before);
    await seedNotes(sql);
    await seedNotes(sql);
    expect(await read()).toEqual(before);
  });

  it("say nothing to an attendant of what administrators alone have [D-432]", async () => {
    const titlesOf = async (token: string) => (await read(token)).notes.map(({ title }) => title);
    const all = await titlesOf(admin);
    expect(all).toContain("Conecte um número pelo QR code");
    expect(await titlesOf(ana)).toEqual(all.filter((title) => title !== "Conecte um número pelo QR code"));
  });
});
