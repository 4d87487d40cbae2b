import { readFile, writeFile } from "node:fs/promises";
import { GATEWAY_ERROR_CODES, SESSION_REASONS, wayOut } from "./index.js";
import { ALL_STATES, printWaysOut } from "./printWaysOut.fixture.js";
import { REASON_CASES } from "./waysOut.js";

const CONNECTORS = new URL("../../../../docs/CONNECTORS.md", import.meta.url);
const PRINTED = /(<!-- printed: ways out -->\n)[^]*?(<!-- end -->)/;
const TEXTS = new URL("../../../../apps/web/src/i18n/texts/", import.meta.url);

/** A group of texts; a text has its words by language. */
type Tree = { readonly [key: string]: string | Tree };
const read = async (area: string): Promise<Tree> => JSON.parse(await readFile(new URL(`${area}.json`, TEXTS), "utf8")) as Tree;
const inside = (tree: Tree, key: string): Tree => {
  const found = tree[key];
  return typeof found === "object" ? found : {};
};

/** The sentence of a key of `wayOut` in a language. */
async function sentencesOf(language: string): Promise<(key: string) => string> {
  const [connections, errors] = await Promise.all([read("connections"), read("errors")]);
  return (key) => {
    const [area = "", code = ""] = key.split(".");
    const text = inside(area === "errors" ? errors : inside(connections, area), code)[language];
    return typeof text === "string" ? text : "";
  };
}

describe("the ways out of the states of a connection", () => {
  it("lead out of every state of every connector by a button that is enabled, a Meta number that works excepted [D-290]", () => {
    const stuck = ALL_STATES.filter(({ api, status, reason }) =>
      wayOut(api, status, reason).can.every((action) => action === "connecting"),
    );
    expect(stuck).toEqual([{ api: "cloud_api", status: "CONNECTED", reason: null }]);
  });

  it("name every reason with the connectors and states that can have it [D-290]", () => {
    expect(Object.keys(REASON_CASES).sort()).toEqual([...SESSION_REASONS].sort());
    for (const { apis, statuses } of Object.values(REASON_CASES)) expect([apis.length > 0, statuses.length > 0]).toEqual([true, true]);
  });

  it.each(["pt", "en", "es"])("have a sentence for each state and for what the product does, in %s [D-290]", async (language) => {
    const sentence = await sentencesOf(language);
    const keys = ALL_STATES.flatMap(({ api, status, reason }) => {
      const way = wayOut(api, status, reason);
      return [way.sentence, `does.${way.does}`];
    });
    const errors = GATEWAY_ERROR_CODES.map((code) => wayOut("meow", "DISCONNECTED", code).sentence);
    expect([...keys, ...errors, "does.restsUntil"].filter((key) => sentence(key).length < 5)).toEqual([]);
  });

  it("use the state's own step where a reason appears in another state than its own", () => {
    expect(wayOut("meow", "LOGGEDOUT", "temporaryBan")).toMatchObject({ sentence: "reason.temporaryBan", does: "waits" });
    expect(wayOut("meow", "DISCONNECTED", "um texto antigo")).toMatchObject({ sentence: "state.DISCONNECTED", does: "retries" });
    expect(wayOut("baileys", "DISCONNECTED", "connectionRefused: 418")).toMatchObject({ detail: "418", does: "retries" });
  });

  it("are told in docs/CONNECTORS.md as the code has them [D-290]", async () => {
    const sentence = await sentencesOf("en");
    const table = printWaysOut((key) => sentence(key).replaceAll("{{detail}}", "…"));
    const document = await readFile(CONNECTORS, "utf8");
    const told = document.replace(PRINTED, (_all, before: string, after: string) => `${before}\n${table}\n\n${after}`);
    if (process.env["UPDATE_WAYS_OUT"] === "1") await writeFile(CONNECTORS, told);
    else expect(document).toBe(told);
    expect(document).toMatch(PRINTED);
  });
});
