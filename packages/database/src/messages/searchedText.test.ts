import type { MessageType } from "@balcao/domain/messages";
import { searchedText } from "@balcao/domain/texts";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";

const PHOTO = "PHOTO;ENCODING=b;TYPE=JPEG:zzzbatata\n qqqqxilofone\n wwww";
const CARD = (photo: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:João Prado\n${photo}\nTEL;waid=5511:+55 11\nEND:VCARD`;
const BODIES: readonly (readonly [MessageType, string])[] = [
  ["text", "Olá|tudo|bem? PHOTO"],
  ["conversation", "PHOTO de ontem\n e mais"],
  ["image", "legenda | com | barras"],
  ["location", "data:image/jpeg;base64,zzzbatata|https://maps.google.com|Praça da Sé|resto"],
  ["locationMessage", "data:image/jpeg;base64,zzzbatata|https://maps.google.com"],
  ["location", "sem barras"],
  ["vcard", CARD(PHOTO)],
  ["vcard", CARD(PHOTO.replaceAll("\n", "\r\n"))],
  ["contacts", `${CARD(PHOTO)}\n${CARD("PHOTO:https://example.com/a.jpg")}`],
  ["contacts", CARD("NOTE:no PHOTO here")],
];

describe("the searched text of a message", () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  it("is the same in the domain and in the column that the search reads", async () => {
    const { sql } = test.database;
    await sql.ask("INSERT INTO connection (name, api) VALUES ('Loja', 'meow')");
    await sql.ask("INSERT INTO contact (name) VALUES ('Cliente')");
    await sql.ask("INSERT INTO ticket (status, contact_id, connection_id) VALUES ('open', 1, 1)");
    for (const [place, [type, body]] of BODIES.entries())
      await sql.ask(
        `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, type, body, sent_at) VALUES (1, 1, 'phone:1', 'phone:1', false, $1, $2, $3, now())`,
        [`E${place}`, type, body],
      );
    const texts = BODIES.map(([type, body]) => searchedText({ type, body }));
    const rows = await sql.ask<{ search: string; expected: string }>(
      "SELECT m.search, search_norm(t.text) AS expected FROM message m JOIN unnest($1::text[]) WITH ORDINALITY AS t(text, id) USING (id) ORDER BY id",
      [texts],
    );
    expect(rows.map(({ search }) => search)).toEqual(rows.map(({ expected }) => expected));
    expect(rows).toHaveLength(BODIES.length);
    for (const text of texts) expect(text).not.toMatch(/batata|xilofone/);
    expect(texts[6]).toContain("João Prado");
  });
});
