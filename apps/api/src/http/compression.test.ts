import express from "express";
import request from "supertest";
import { compressAnswers, sendJson } from "./compression.js";

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `Sofá ${id}`, status: "pending" }));
const ask = (count: number, accept: string, through = [compressAnswers()]) =>
  request(express().get("/", ...through, (_call, response) => sendJson(response, rows(count))))
    .get("/")
    .set("Accept-Encoding", accept);

describe("a JSON answer", () => {
  it.each([
    [100, "gzip, deflate, br, zstd", "br"],
    [100, "gzip, deflate", "gzip"],
    [100, "br;q=0, gzip", "gzip"],
    [100, "identity", undefined],
    [10, "br", undefined],
    [10_000, "br", "br"],
    [10_000, "gzip", "gzip"],
  ])("of %i rows for a browser that takes %s leaves as %s and says so", async (count, accept, encoding) => {
    const { headers, body } = await ask(count, accept);
    expect(headers["content-encoding"]).toBe(encoding);
    expect(headers["vary"]).toContain("Accept-Encoding");
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(body).toEqual(rows(count));
  });

  it("of a list's page is compressed in one call, which knows its length, and a long one as a stream", async () => {
    const { headers } = await ask(100, "br");
    expect(Number(headers["content-length"])).toBeLessThan(1_000);
    expect((await ask(10_000, "br")).headers["content-length"]).toBeUndefined();
  });
});
