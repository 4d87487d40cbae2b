import type { GraphClient } from "./graphClient.js";
import { createTemplateCatalog } from "./cloudTemplates.js";

const account = { wabaId: "1", token: "t", phoneNumberId: "2" };
const template = (name: string) => ({ id: name, name, status: "APPROVED", category: "UTILITY", language: "pt_BR", components: [] });
const page = (name: string, paging?: object) => ({ data: [template(name)], paging });
const next = "https://graph.example/next";

/** Lists templates from these answers, of which the last repeats itself. Returns their names and the cursors that were asked for. */
async function list(...pages: readonly object[]): Promise<{ readonly names: readonly string[]; readonly asked: readonly unknown[] }> {
  const asked: unknown[] = [];
  const client = {
    ask: ({ query }: { query: { after?: string } }) => {
      asked.push(query.after ?? null);
      return Promise.resolve(pages[Math.min(asked.length, pages.length) - 1]);
    },
  } as unknown as GraphClient;
  const found = await createTemplateCatalog(client, account).list();
  return { names: found.map(({ name }) => name), asked };
}

it.each<[string, readonly object[], readonly string[], readonly (string | null)[]]>([
  ["an answer without pages", [page("a")], ["a"], [null]],
  ["a last page, which has a cursor, too", [page("a", { cursors: { after: "x" } })], ["a"], [null]],
  ["a next page without a cursor", [page("a", { next })], ["a"], [null]],
  ["two pages", [page("a", { next, cursors: { after: "x" } }), page("b", { cursors: { after: "y" } })], ["a", "b"], [null, "x"]],
  ["a cursor that comes again", [page("a", { next, cursors: { after: "x" } })], ["a", "a"], [null, "x"]],
])("asks for each page of the templates once: %s", async (_what, pages, names, asked) => {
  expect(await list(...pages)).toEqual({ names, asked });
});
