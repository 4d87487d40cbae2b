import express from "express";
import request from "supertest";
import { isProxied } from "@balcao/platform/http";
import { createLogger } from "@balcao/platform/logger";
import { clientAddress, warnOfUnnamedProxy } from "./proxies.js";

describe("requests through proxies", () => {
  it.each([
    ["X-Forwarded-For", "x-forwarded-for"],
    ["X-Forwarded-Host", "x-forwarded-host"],
    ["Forwarded", "forwarded"],
    ["Via", "via"],
    ["X-Real-IP", "x-real-ip"],
    ["CF-Connecting-IP", "cf-connecting-ip"],
    ["True-Client-IP", "true-client-ip"],
  ])("are recognised by %s", (_name, header) => expect(isProxied({ host: "localhost", [header]: "" })).toBe(true));

  it("are distinguished from direct ones", () =>
    expect(isProxied({ host: "localhost", "user-agent": "x", accept: "*/*", "x-hmac-signature": "00" })).toBe(false));

  it.each([
    [0, "10.0.0.1, 10.0.0.2", "192.0.2.9"],
    [1, "10.0.0.1, 10.0.0.2", "10.0.0.2"],
    [2, "10.0.0.1, 10.0.0.2", "10.0.0.1"],
    [5, "10.0.0.1, 10.0.0.2", "10.0.0.1"],
    [1, "", "192.0.2.9"],
  ])("with %i trusted proxies and X-Forwarded-For %p come from %s [S-06]", (trusted, forwarded, address) =>
    expect(clientAddress({ "x-forwarded-for": forwarded }, "192.0.2.9", trusted)).toBe(address),
  );

  it.each([
    [0, 1],
    [1, 0],
  ])("cause one warning when TRUST_PROXY is %i: %i log lines [S-06]", async (trustProxy, lines) => {
    const logged: string[] = [];
    const logger = createLogger({ name: "api", level: "info", destination: { write: (line) => void logged.push(line) } });
    const app = express().use(warnOfUnnamedProxy(logger, trustProxy), (_request, response) => void response.end());
    await request(app).get("/");
    expect(logged).toEqual([]);
    for (let round = 0; round < 3; round += 1) await request(app).get("/").set("X-Forwarded-For", "203.0.113.7");
    expect(logged.filter((line) => line.includes("TRUST_PROXY"))).toHaveLength(lines);
  });
});
