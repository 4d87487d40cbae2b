import { AppError } from "@balcao/contracts/errors";
import type { Policy } from "@balcao/contracts/route";
import { toAppError } from "./errors.js";
import { inMountOrder } from "./implement.js";
import { isOwnOrigin } from "./security.js";
import { checkOf } from "./policies.js";
import { createQueryReader } from "./readCall.js";
import { routes } from "@balcao/contracts/routes";

describe("the kernel of the api", () => {
  it("does not start with an unknown policy", () => {
    for (const policy of ["gatewaySignature", "download", "toString", "owner"])
      expect(() => checkOf(policy as Policy, "tickets.list")).toThrow(`tickets.list has the policy "${policy}"`);
  });

  it("mounts literal segments before parameters", () => {
    const paths = ["/messages/:ticketId", "/messages/ios/:ticketId", "/whatsapp/:whatsappId", "/whatsapp/restart"];
    expect(inMountOrder(paths.map((path) => ({ route: { path } }))).map(({ route }) => route.path)).toEqual([
      "/whatsapp/restart",
      "/messages/ios/:ticketId",
      "/messages/:ticketId",
      "/whatsapp/:whatsappId",
    ]);
  });

  it("reads a query once by its text, refuses a wrong one each time and keeps nobody's long ones", () => {
    const read = createQueryReader(routes.tickets.list.query);
    const ask = (query: Record<string, string>) => read({ url: `/?${new URLSearchParams(query).toString()}`, query });
    const open = ask({ status: "open", pageNumber: "2" });
    expect(open).toEqual({ status: "open", pageNumber: 2 });
    expect(ask({ status: "open", pageNumber: "2" })).toBe(open);
    expect(ask({ status: "open", pageNumber: "3" })).toEqual({ status: "open", pageNumber: 3 });
    for (let time = 0; time < 2; time += 1) expect(() => ask({ status: "open", pageNumber: "0" })).toThrow(AppError);
    for (let page = 1; page < 200; page += 1) expect(ask({ pageNumber: String(page) })).toEqual({ pageNumber: page });
    const long = { searchParam: "sofá ".repeat(30).trim() };
    expect(ask(long)).toEqual(long);
    expect(ask(long)).not.toBe(ask(long));
  });

  it("distinguishes a store that is unavailable, busy or full from a fault of its own [P-9]", () => {
    const answerTo = (code: string) => toAppError(Object.assign(new Error("x"), { code }));
    for (const code of ["ECONNREFUSED", "57P01", "57P02", "57P03", "55P03", "57014", "40P01", "40001"])
      expect([code, answerTo(code)?.status, answerTo(code)?.code]).toEqual([code, 503, "ERR_UNAVAILABLE"]);
    for (const code of ["53100", "ENOSPC", "EDQUOT"])
      expect([code, answerTo(code)?.status, answerTo(code)?.code]).toEqual([code, 507, "ERR_STORAGE_LOW"]);
    expect(answerTo("42601")).toBeNull();
    expect(toAppError(new AppError("ERR_NO_PERMISSION"))?.status).toBe(403);
  });

  it("recognises our own pages by PUBLIC_URL or by the host that was called, and no other ones", () => {
    const own = "https://inbox.example";
    expect(isOwnOrigin({ origin: own, host: "10.0.0.5:3000" }, own)).toBe(true);
    expect(isOwnOrigin({ origin: "http://10.0.0.5:3000", host: "10.0.0.5:3000" }, own)).toBe(true);
    expect(isOwnOrigin({ host: "10.0.0.5:3000" }, own)).toBe(true);
    for (const headers of [
      { origin: "https://inbox.example.evil", host: "inbox.example" },
      { origin: "null", host: "inbox.example" },
      { host: "inbox.example", "sec-fetch-site": "cross-site" as const },
      { host: "inbox.example", "sec-fetch-site": "same-site" as const },
    ])
      expect(isOwnOrigin(headers, own)).toBe(false);
  });
});
