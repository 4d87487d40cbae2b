import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { getContactRow, listAllContacts, searchContacts, searchContactsAfter, type ContactPage, type ContactPlace } from "./index.js";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  const { sql } = test.database;
  await sql.ask(`INSERT INTO contact (name, number, email, is_group) VALUES
    ('Érica Souza', '5511999990001', 'erica@cliente.test', false), ('Ana Erica', '5511999990002', '', false), ('erico', NULL, '', false),
    ('Grupo 100%', NULL, '', true), ('Zé 100_', '5511999990003', '', false)`);
  await sql.ask("INSERT INTO tag (name, color) VALUES ('vip', '#fff'), ('Atacado', '#000')");
  await sql.ask("INSERT INTO contact_tag (contact_id, tag_id) VALUES (1, 1), (1, 2)");
  await sql.ask("INSERT INTO contact_extra (contact_id, name, value) VALUES (1, 'CPF', '123'), (1, 'Bairro', 'Centro')");
});
afterAll(() => test.close());

describe("searchContacts", () => {
  it("lists by name, ignoring accents and case", async () => {
    expect(await names({})).toEqual(["Ana Erica", "Érica Souza", "erico", "Grupo 100%", "Zé 100_"]);
    expect(await names({ includeGroups: false })).toEqual(["Ana Erica", "Érica Souza", "erico", "Zé 100_"]);
  });

  it("finds by a part of the name, number or e-mail, first those whose name begins with it", async () => {
    expect(await names({ search: "ERIC" })).toEqual(["Érica Souza", "erico", "Ana Erica"]);
    expect(await names({ search: "é" })).toEqual(["Érica Souza", "erico", "Ana Erica", "Zé 100_"]);
    expect(await names({ search: "999990002" })).toEqual(["Ana Erica"]);
    expect(await names({ search: "@CLIENTE" })).toEqual(["Érica Souza"]);
  });

  it("treats percent signs, underscores, backslashes and quotes literally", async () => {
    expect(await names({ search: "100%" })).toEqual(["Grupo 100%"]);
    expect(await names({ search: "0_" })).toEqual(["Zé 100_"]);
    for (const search of ["_ _", "\\", "'; DROP TABLE contact; --", "%%%"]) expect(await names({ search })).toEqual([]);
  });

  it("pages through a search without gap or repeat, also beyond those whose name begins with the term", async () => {
    const found: string[] = [];
    for (let offset = 0; offset < 6; offset++) found.push(...(await names({ search: "e", limit: 1, offset })));
    expect(found).toEqual(["Érica Souza", "erico", "Ana Erica", "Zé 100_"]);
    expect(await names({ search: "e", limit: 2, offset: 1 })).toEqual(["erico", "Ana Erica"]);
    expect(await names({ search: "", limit: 2, offset: 3 })).toEqual(["Grupo 100%", "Zé 100_"]);
  });

  it("returns tags by name and extra fields in their order", async () => {
    expect(await getContactRow(test.database.sql, 1)).toEqual({
      id: 1,
      name: "Érica Souza",
      number: "5511999990001",
      email: "erica@cliente.test",
      isGroup: false,
      autoReply: true,
      pictureFileId: null,
      nameKey: "erica souza",
      tags: [
        { id: 2, name: "Atacado", color: "#000" },
        { id: 1, name: "vip", color: "#fff" },
      ],
      extras: [
        { id: 1, name: "CPF", value: "123" },
        { id: 2, name: "Bairro", value: "Centro" },
      ],
      queueIds: [],
      userIds: [],
      redirects: [],
      optOut: null,
    });
    expect(await getContactRow(test.database.sql, 99)).toBeNull();
  });
});

describe("searchContactsAfter", () => {
  it("walks through a list and a search in the same order, page by page, without gap or repeat", async () => {
    for (const search of ["", "e", "eric", "100"]) {
      const found: string[] = [];
      let after: ContactPlace | null = null;
      for (let page = 0; page < 10; page++) {
        const { rows }: { readonly rows: readonly (ContactPlace & { readonly name: string })[] } = await searchContactsAfter(
          test.database.sql,
          {
            search,
            includeGroups: true,
            after,
            limit: 1,
          },
        );
        found.push(...rows.map(({ name }) => name));
        after = rows.at(-1) ?? after;
        if (rows.length === 0) break;
      }
      expect(found).toEqual(await names({ search }));
    }
  });

  it("counts all that the filter has, also where the first page is full", async () => {
    const count = async (search: string, includeGroups = true) =>
      (await searchContactsAfter(test.database.sql, { search, includeGroups, after: null, limit: 1 })).count;
    expect([await count(""), await count("", false), await count("eric"), await count("x"), await count("100", false)]).toEqual([
      5, 4, 3, 0, 1,
    ]);
  });
});

describe("listAllContacts", () => {
  it("returns id, name, number and group of everyone, by name (D-129)", async () => {
    const rows = await listAllContacts(test.database.sql, { search: "", includeGroups: true });
    expect(rows.map(({ id }) => id)).toEqual([2, 1, 3, 4, 5]);
    expect(rows[3]).toEqual({ id: 4, name: "Grupo 100%", number: null, isGroup: true });
    expect(await listAllContacts(test.database.sql, { search: "eric", includeGroups: false })).toHaveLength(3);
  });
});

async function names(page: Partial<ContactPage>): Promise<string[]> {
  const rows = await searchContacts(test.database.sql, {
    search: "",
    includeGroups: true,
    offset: 0,
    limit: 20,
    ...page,
  });
  return rows.map(({ name }) => name);
}
