import type { AuthServices } from "@balcao/application/people/auth";
import { patience } from "@balcao/testing/patience";
import { ADMIN, openApiStage, type ApiStage } from "../apiStage.fixture.js";
import { LiveSocket, type LiveSocketIo } from "./liveSocket.js";
import { watchRights } from "./revocation.js";

const SESSIONS = 4;
const SOCKETS_EACH = 5;

describe("the sessions of open sockets", () => {
  let stage: ApiStage;
  beforeAll(async () => {
    stage = await openApiStage();
  }, 120_000);
  afterAll(() => stage.close());

  it("are checked in one query for all of them, and only the sockets of an ended one are closed [P-26]", async () => {
    const { services } = stage.auth;
    const tokens = [];
    for (let index = 0; index < SESSIONS; index += 1) tokens.push((await stage.signIn(ADMIN.email, ADMIN.password)).token);
    const found = await services.database.sql.ask<{ id: string }>("SELECT id FROM auth_session ORDER BY created_at");
    const ids = found.map(({ id }) => id);
    const reads: string[] = [];
    const watched: AuthServices = {
      ...stage.auth,
      services: {
        ...services,
        database: {
          ...services.database,
          sql: { ...services.database.sql, run: (...call) => (reads.push(call[0].name), services.database.sql.run(...call)) },
        },
      },
    };
    const closed: string[] = [];
    const sockets = new Set(ids.flatMap((id) => Array.from({ length: SOCKETS_EACH }, () => openSocket(id, () => closed.push(id)))));
    const passes = (): number => reads.filter((name) => name === "sessions_read").length;
    const stop = watchRights(watched, sockets);
    try {
      await until(() => passes() > 0);
      expect(closed).toEqual([]);
      await stage.call("DELETE", "/api/auth/logout", { token: tokens[1] });
      await until(() => closed.length >= SOCKETS_EACH);
      expect(new Set(closed)).toEqual(new Set([ids[1]]));
      expect(reads.filter((name) => name.startsWith("session"))).toHaveLength(passes());
    } finally {
      await stop();
    }
  }, 60_000);
});

function openSocket(sessionId: string, close: () => void): LiveSocket {
  const io = { data: { userId: 1, sessionId, resumes: true }, on: () => undefined, disconnect: close };
  // What is used of a socket.io socket is all here.
  return new LiveSocket(io as unknown as LiveSocketIo, () => "");
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + patience(20_000);
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("The condition never came true.");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
