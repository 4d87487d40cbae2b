import type { Services } from "@balcao/application/ground/kernel";
import { ADMIN, openApiStage, type ApiStage } from "../apiStage.fixture.js";
import { createCountsPublisher } from "./counts.js";
import { openLiveSocket, until } from "./liveSocket.fixture.js";
import type { LiveSocket } from "./liveSocket.js";

const SCREENS = 50;

describe("the counts of watching screens", () => {
  let stage: ApiStage;
  beforeAll(async () => {
    stage = await openApiStage();
    await stage.signIn(ADMIN.email, ADMIN.password);
  }, 120_000);
  afterAll(() => stage.close());

  it("are sent after a read that failed, without another change", async () => {
    const { services } = stage.auth;
    let isAway = true;
    const failing: Services = {
      ...services,
      database: {
        ...services.database,
        sql: {
          ...services.database.sql,
          run: (...call) => {
            if (!isAway) return services.database.sql.run(...call);
            isAway = false;
            return Promise.reject(new Error("the database is away"));
          },
        },
      },
    };
    const said: unknown[] = [];
    const teller = createCountsPublisher(failing, new Set([openScreen((event) => said.push(event))]));
    try {
      teller.touch();
      await until(() => said.length === 1);
    } finally {
      await teller.stop();
    }
  }, 60_000);

  it("are sent once, and nothing is counted again while nothing has changed", async () => {
    const { services } = stage.auth;
    let asked = 0;
    let reads = 0;
    // The directory is what each person's counts are worked out from, and the cells are one statement.
    const watched: Services = {
      ...services,
      directory: { ...services.directory, current: () => ((asked += 1), services.directory.current()) },
      database: {
        ...services.database,
        sql: { ...services.database.sql, run: (...call) => ((reads += 1), services.database.sql.run(...call)) },
      },
    };
    const said: unknown[] = [];
    const sockets = new Set(Array.from({ length: SCREENS }, () => openScreen((event) => said.push(event))));
    const teller = createCountsPublisher(watched, sockets);
    try {
      teller.touch();
      await until(() => said.length === SCREENS);
      for (let again = 0; again < 2; again += 1) {
        [asked, reads] = [0, 0];
        teller.touch();
        await until(() => reads === 1);
      }
      expect(asked).toBeLessThanOrEqual(2);
      expect(said).toHaveLength(SCREENS);
      const late = openScreen((event) => said.push(event));
      sockets.add(late);
      teller.touch();
      await until(() => said.length === SCREENS + 1);
    } finally {
      await teller.stop();
    }
  }, 60_000);
});

/** A socket of Davi's that watches the counts of all lists. */
function openScreen(hear: (event: unknown) => void): LiveSocket {
  const socket = openLiveSocket(hear);
  socket.joins.watchCounts({ showAll: true, queueIds: null });
  return socket;
}
