import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import express from "express";
import request from "supertest";
import { createSilentLogger } from "@balcao/platform/logger";
import { errorHandler } from "./errors.js";
import { createUploadReceiver, type OpenTarget } from "./uploads.js";

/** A disk that stores some bytes and then fails as a real one does. */
const failingDisk =
  (code: string): OpenTarget =>
  () =>
    new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error(`${code}: write`), { code, syscall: "write", errno: -1 })),
    });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "balcao-uploads-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const appWith = (openTarget?: OpenTarget) => {
  const receiver = createUploadReceiver(folder, openTarget);
  return express()
    .post(
      "/",
      async (call, response) => void response.json(await receiver.receive(call, response, { field: "medias", maxFiles: 1 }, 1_000)),
    )
    .use(errorHandler(createSilentLogger(), { note: () => Promise.resolve() }));
};

describe("an upload whose fields have paths as names", () => {
  it.each([["a[4294967294]", "a[x]"], ["a[0]"], ["a[b][c][d]"]])("is refused at the first one: %s [R-01]", async (...names) => {
    const call = request(appWith()).post("/");
    for (const name of names) call.field(name, "1");
    const answer = await call;
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { code: "ERR_VALIDATION", details: [{ field: names[0], rule: "multipart" }] },
    ]);
  });
});

describe("an upload that the disk cannot store", () => {
  it.each([
    ["ENOSPC", 507, "ERR_STORAGE_LOW"],
    ["EDQUOT", 507, "ERR_STORAGE_LOW"],
    ["EIO", 500, "ERR_INTERNAL"],
  ])("is answered for %s with %i and nothing but the code, not as a fault of the request [P-9, S-40]", async (fault, status, code) => {
    const answer = await request(appWith(failingDisk(fault)))
      .post("/")
      .attach("medias", Buffer.from("um texto"), "nota.txt");
    expect([answer.status, answer.body]).toEqual([status, { error: code, message: code, code }]);
    expect(await readdir(folder)).toEqual([]);
  });
});
