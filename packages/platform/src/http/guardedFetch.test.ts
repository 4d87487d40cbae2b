import {
  createGuardedCaller,
  createGuardedFetch,
  isPublicAddress,
  judgeAddress,
  NotSentError,
  UnknownOutcomeError,
  UrlNotAllowedError,
} from "./index.js";
import { serve, type TestServer } from "./server.fixture.js";

let canary: TestServer;
let hits: string[];
beforeEach(async () => {
  hits = [];
  canary = await serve((request, response) => {
    hits.push(`${request.headers.host}${request.url}`);
    if (request.url === "/redirect") response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
    else if (request.url === "/large") response.end("x".repeat(5_000));
    else if (request.url === "/missing") response.writeHead(404).end("no");
    else if (request.url !== "/silent") response.end("hello");
  });
});
afterEach(() => canary.close());

/** The guard with the test's loopback addresses and ports allowed; otherwise as in production. */
const opened = (resolve: (host: string) => Promise<readonly string[]>, timeoutMs = 2_000) =>
  createGuardedFetch({ resolve, timeoutMs, maxBytes: 1_000, ports: [canary.port], isAllowedAddress: (address) => address === "127.0.0.1" });

describe("createGuardedFetch [S-58]", () => {
  it.each([
    "http://127.0.0.1",
    "http://[::ffff:7f00:1]/",
    "http://[::1]/",
    "http://0x7f.1/",
    "http://2130706433/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://0/",
    "http://localhost./",
    "http://localhost/",
    "http://169.254.169.254/latest",
    "http://10.0.0.1/",
    "http://100.64.0.1/",
    "http://[fe80::1]/",
    "http://[fc00::1]/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "http://user@example.com/",
    "http://@example.com/",
    "http://8.8.8.8:6379/",
    "https://8.8.8.8:8443/",
    "http://134744072/",
    "not an address",
    "",
  ])("refuses %s", async (address) => {
    await expect(createGuardedFetch()(address)).rejects.toMatchObject({ code: "ERR_URL_NOT_ALLOWED" });
  });

  it("refuses a server of this machine under any spelling, without contacting it", async () => {
    const guarded = createGuardedFetch({ ports: [canary.port] });
    for (const host of ["127.0.0.1", "localhost", "localhost.", "0x7f.1", "2130706433", "[::ffff:127.0.0.1]"]) {
      await expect(guarded(`http://${host}:${canary.port}/`)).rejects.toThrow(UrlNotAllowedError);
    }
    expect(hits).toEqual([]);
  });

  it("refuses a name with one forbidden address among allowed ones", async () => {
    const guarded = createGuardedFetch({ resolve: async () => ["93.184.216.34", "10.0.0.7"] });
    await expect(guarded("http://mixed.example/")).rejects.toThrow(UrlNotAllowedError);
  });

  it("connects to the address that was checked, even when the name then resolves to another one", async () => {
    const answers = [["127.0.0.1"], ["10.0.0.7"]];
    let asked = 0;
    const answer = await opened(async () => answers[asked++] ?? [])(`http://rebinding.example:${canary.port}/page`);
    expect(answer.text()).toBe("hello");
    expect(asked).toBe(1);
    expect(hits).toEqual([`rebinding.example:${canary.port}/page`]);
    await expect(opened(async () => answers[1] ?? [])(`http://rebinding.example:${canary.port}/page`)).rejects.toThrow(UrlNotAllowedError);
    expect(hits).toHaveLength(1);
  });

  it("follows no redirect", async () => {
    await expect(opened(async () => ["127.0.0.1"])(`http://a.example:${canary.port}/redirect`)).rejects.toThrow(UrlNotAllowedError);
    expect(hits).toHaveLength(1);
  });

  it("returns any other status, and stops at the size limit and the timeout", async () => {
    const guarded = opened(async () => ["127.0.0.1"], 150);
    expect((await guarded(`http://a.example:${canary.port}/missing`)).status).toBe(404);
    await expect(guarded(`http://a.example:${canary.port}/large`)).rejects.toThrow(UnknownOutcomeError);
    await expect(guarded(`http://a.example:${canary.port}/silent`)).rejects.toThrow(UnknownOutcomeError);
    await expect(opened(() => new Promise(() => undefined), 50)(`http://slow.example:${canary.port}/`)).rejects.toThrow(NotSentError);
    await expect(opened(() => Promise.reject(new Error("ENOTFOUND")))(`http://none.example:${canary.port}/`)).rejects.toThrow(NotSentError);
  });
});

describe("a guarded client that keeps its connections [D-605]", () => {
  const keeping = async (
    resolve: (host: string) => Promise<readonly string[]>,
    use: (get: (url: string) => Promise<{ text(): string }>) => Promise<void>,
  ) => {
    const caller = createGuardedCaller({
      ...{ resolve, timeoutMs: 500, maxBytes: 1_000, ports: [canary.port], socketsPerHost: 4 },
      isAllowedAddress: (address) => address === "127.0.0.1",
    });
    await use((url) => caller.fetch(url));
    caller.close();
  };

  it("judges a name when it connects, and carries the next calls over the same connection", async () => {
    let asked = 0;
    const resolve = async () => [asked++ === 0 ? "127.0.0.1" : "10.0.0.7"];
    await keeping(resolve, async (get) => {
      for (let turn = 0; turn < 3; turn += 1) expect((await get(`http://a.example:${canary.port}/page`)).text()).toBe("hello");
      expect([asked, hits.length]).toEqual([1, 3]);
      // The silent call breaks the connection, so the next one connects, and is judged again.
      await expect(get(`http://a.example:${canary.port}/silent`)).rejects.toThrow(UnknownOutcomeError);
      await expect(get(`http://a.example:${canary.port}/page`)).rejects.toThrow(UrlNotAllowedError);
      expect([asked, hits.length]).toEqual([2, 4]);
    });
  });

  it("refuses what the other one refuses: internal addresses in every spelling, redirects, long answers", async () => {
    await keeping(
      async () => ["127.0.0.1"],
      async (get) => {
        for (const host of ["10.0.0.5", "[::1]", "0x7f.1", "2130706433", "169.254.169.254"])
          await expect(get(`http://${host}:${canary.port}/`)).rejects.toThrow(UrlNotAllowedError);
        await expect(get("http://a.example:6379/")).rejects.toThrow(UrlNotAllowedError);
        expect(hits).toEqual([]);
        await expect(get(`http://a.example:${canary.port}/redirect`)).rejects.toThrow(UrlNotAllowedError);
        await expect(get(`http://a.example:${canary.port}/large`)).rejects.toThrow(UnknownOutcomeError);
        expect(hits).toHaveLength(2);
      },
    );
    await keeping(
      async () => ["127.0.0.1", "10.0.0.7"],
      (get) => expect(get(`http://mixed.example:${canary.port}/`)).rejects.toThrow(UrlNotAllowedError),
    );
    await keeping(
      () => Promise.reject(new Error("ENOTFOUND")),
      (get) => expect(get(`http://none.example:${canary.port}/`)).rejects.toThrow(NotSentError),
    );
  });
});

describe("an address that is judged before it is called [S-58, D-283]", () => {
  const judge = (address: string, resolved: readonly string[] | Error, internalHosts: readonly string[] = []) =>
    judgeAddress(address, { internalHosts, resolve: async () => (resolved instanceof Error ? Promise.reject(resolved) : resolved) });

  it("is refused where a call would be refused, and passes while its name has no address", async () => {
    await expect(judge("https://bot.example/", ["10.0.0.7"])).rejects.toThrow(UrlNotAllowedError);
    await expect(judge("https://bot.example/", ["93.184.216.34", "::1"])).rejects.toThrow(UrlNotAllowedError);
    for (const address of ["https://10.0.0.7", "https://127.1", "https://0x7f.1", "https://localhost", "https://bot.localhost"])
      await expect(judge(address, ["93.184.216.34"])).rejects.toThrow(UrlNotAllowedError);
    await expect(judge("https://bot.example:3000/", ["93.184.216.34"])).rejects.toThrow(UrlNotAllowedError);
    await judge("https://bot.example/", ["93.184.216.34"]);
    await judge("https://bot.example/", new Error("ENOTFOUND"));
    await judge("https://bot.example/", []);
    await judgeAddress("https://bot.example/", { resolve: () => new Promise(() => undefined) }, 20);
  });

  it("is called within the company's network where the operator names its host and port, and nowhere else there", async () => {
    const named = [`bot.lan:${canary.port}`];
    const guarded = createGuardedFetch({ internalHosts: named, resolve: async () => ["127.0.0.1"] });
    expect((await guarded(`http://bot.lan:${canary.port}/page`)).text()).toBe("hello");
    await judge(`http://bot.lan:${canary.port}/`, ["127.0.0.1"], named);
    for (const address of [
      "http://bot.lan/",
      `http://crm.lan:${canary.port}/`,
      `http://a@bot.lan:${canary.port}/`,
      `http://127.0.0.1:${canary.port}/`,
    ]) {
      await expect(guarded(address)).rejects.toThrow(UrlNotAllowedError);
      await expect(judge(address, ["127.0.0.1"], named)).rejects.toThrow(UrlNotAllowedError);
    }
    await expect(guarded(`http://bot.lan:${canary.port}/redirect`)).rejects.toThrow(UrlNotAllowedError);
    expect(hits).toEqual([`bot.lan:${canary.port}/page`, `bot.lan:${canary.port}/redirect`]);
  });
});

describe("isPublicAddress", () => {
  it.each(["8.8.8.8", "1.1.1.1", "172.15.0.1", "172.32.0.1", "100.63.255.255", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::1"])(
    "allows %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
    "fc00::1",
    "fe80::1",
    "fe80::1%eth0",
    "ff02::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "localhost",
    "",
  ])("keeps %s out", (address) => expect(isPublicAddress(address)).toBe(false));
});
