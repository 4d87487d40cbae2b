import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { systemClock } from "@balcao/platform/clock";
import express from "express";
import pg from "pg";
import request from "supertest";
import { health } from "./health.js";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const beat = (id: string, program = "worker") =>
  test.database.sql.ask("INSERT INTO process (id, program, disk_low) VALUES ($1, $2, false)", [id, program]);

describe("the health of an api", () => {
  it("names a transaction that was left open, and is degraded until it ends", async () => {
    const services = { database: test.database, clock: systemClock };
    const app = express().get("/", health({ services, intake: services, redis: () => "up", version: "1", openSeconds: 0 }));
    const forgotten = new pg.Client({ connectionString: test.url, application_name: "psql of somebody" });
    await forgotten.connect();
    await forgotten.query("BEGIN");
    await forgotten.query("SELECT 1");
    const { status, body } = await request(app).get("/");
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "degraded", database: "up", openTransaction: { program: "psql of somebody" } });
    await forgotten.end();
    await beat("a");
    // A second handler has no cached answer.
    const other = express().get("/", health({ services, intake: services, redis: () => "up", version: "1" }));
    expect((await request(other).get("/")).body).toEqual({ status: "ok", database: "up", redis: "up", workers: 1, version: "1" });
  });

  it("is degraded while no worker says that it lives, however many are connected, and counts no api among them", async () => {
    const services = { database: test.database, clock: systemClock };
    const ask = async () => {
      const app = express().get("/", health({ services, intake: services, redis: () => "up", version: "1" }));
      return (await request(app).get("/")).body as unknown;
    };
    const hung = new pg.Client({ connectionString: test.url, application_name: "balcao-worker pool=6 a" });
    await hung.connect();
    await test.database.sql.ask("DELETE FROM process");
    await beat("api", "api");
    expect(await ask()).toMatchObject({ status: "degraded", database: "up", workers: 0 });
    await Promise.all([beat("a"), beat("b")]);
    expect(await ask()).toMatchObject({ status: "ok", workers: 2 });
    await test.database.sql.ask("UPDATE process SET seen_at = now() - interval '31 s' WHERE id = 'a'");
    expect(await ask()).toMatchObject({ status: "ok", workers: 1 });
    await hung.end();
  });
});
