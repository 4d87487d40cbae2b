import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import express from "express";
import { webApp } from "./webApp.js";

let folder: string;
let server: Server;
let origin: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "balcao-web-"));
  await mkdir(path.join(folder, "assets"));
  await writeFile(path.join(folder, "index.html"), "<!doctype html><title>Balcão</title>");
  for (const name of ["old-1.js", "old-1.js.br", "kept-2.js"]) await writeFile(path.join(folder, "assets", name), "export {};");
  const router = await webApp({ folder, frameUrl: () => "", licenceUrl: "", filesOrigin: null });
  server = createServer(express().use(router));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
});

const get = (name: string, encoding: string) => fetch(`${origin}/assets/${name}`, { headers: { "Accept-Encoding": encoding } });

describe("the files of the web app", () => {
  it.each(["br", "identity"])("may go away under a running server, which goes on with the others (%s)", async (encoding) => {
    expect((await get("kept-2.js", encoding)).headers.get("cache-control")).toBe("public,max-age=31536000,immutable");
    for (const name of ["old-1.js", "old-1.js.br"]) await rm(path.join(folder, "assets", name));
    await expect(get("old-1.js", encoding)).rejects.toThrow("fetch failed");
    expect((await get("kept-2.js", encoding)).status).toBe(200);
    expect((await get("never-3.js", encoding)).status).toBe(404);
  });
});
