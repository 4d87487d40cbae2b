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
    // A second handler has no cached answer.
    const other = express().get("/", health({ services, intake: services, redis: () => "up", version: "1" }));
    expect((await request(other).get("/")).body).toEqual({ status: "ok", database: "up", redis: "up", version: "1" });
  });
});
