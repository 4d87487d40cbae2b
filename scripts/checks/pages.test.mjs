import fs from "node:fs";
import path from "node:path";

const WEB = path.resolve(import.meta.dirname, "..", "..", "apps", "web", "src");
const read = (file) => fs.readFileSync(path.join(WEB, file), "utf8");

/** Addresses that no entry of the drawer leads to; the settings lead to the reasons and the webhooks, and with the account's security to the tokens. */
const WITHOUT_ENTRY = ["/", "/login", "/chats", "/closingReasons", "/tokens", "/security", "/hooks"];

describe("the pages of the web", () => {
  const routed = [...new Set([...read("app/AppRoutes.tsx").matchAll(/^ +(?:<Route path=)?"(\/\w*)/gm)].map(([, address]) => address))];
  const entries = [...read("features/shell/drawerEntries.ts").matchAll(/path: "(\/\w+)"/g)].map(([, address]) => address);

  it("have an entry in the drawer each, and an entry leads to a page", () => {
    expect(routed.length).toBeGreaterThan(5);
    expect(routed.filter((address) => !WITHOUT_ENTRY.includes(address)).sort()).toEqual([...entries].sort());
  });

  it("are all routed", () => {
    const pages = fs.readdirSync(path.join(WEB, "features"), { recursive: true }).filter((file) => /Page\.tsx$/.test(file));
    const routes = read("app/AppRoutes.tsx");
    expect(pages.map((file) => path.basename(file, ".tsx")).filter((page) => !routes.includes(`.${page})`))).toEqual([]);
  });
});
