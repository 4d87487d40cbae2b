import { patience } from "@balcao/testing/patience";
import { io, Manager, type Socket } from "socket.io-client";
import { createPerson, openApiStage, type ApiStage, type SignedInClient } from "./apiStage.fixture.js";
import { setScene, type SetScene } from "./callScene.fixture.js";
import { SOCKET_LIMITS } from "./live/socketLimits.js";
import { eventually } from "./stories/eventually.fixture.js";

describe("refused accesses", () => {
  let stage: ApiStage;
  let set: SetScene;
  let bia: SignedInClient;

  beforeAll(async () => {
    stage = await openApiStage({ env: { MEOW_URL: "http://127.0.0.1:9", MEOW_ADMIN_TOKEN: "not-a-real-admin-token" } });
    set = await setScene(stage);
    bia = await stage.signIn((await createPerson(stage, set.admin.token, "Bia")).email);
  }, 120_000);
  afterAll(() => stage.close());

  const refused = () =>
    stage.test.database.sql.ask<{ description: string; userId: number | null; hasSession: boolean; ip: string }>(
      `SELECT description, user_id AS "userId", session_id IS NOT NULL AS "hasSession", ip FROM audit_entry WHERE action = 'access.refused' ORDER BY id`,
    );

  it("write an audit entry, whichever part of the api refused them, and one for many of a kind [S-69]", async () => {
    const { ticketId, queueId } = set.scene;
    const userId = bia.user["id"];
    const token = bia.token;
    for (let round = 0; round < 3; round += 1) expect((await stage.call("GET", `/api/tickets/${ticketId}`, { token })).status).toBe(403);
    expect((await stage.call("GET", `/api/queue/${queueId}?x=secret`, { token })).status).toBe(403);
    expect((await stage.call("POST", "/api/queue", { token, body: { name: "Minha", color: "#000001" } })).status).toBe(403);
    expect((await stage.call("GET", `/api/public/media/${crypto.randomUUID()}`)).status).toBe(403);
    expect((await stage.call("POST", "/api/auth/refresh_token", { headers: { Origin: "https://evil.example" } })).status).toBe(403);
    const hers = { userId, hasSession: true, ip: expect.stringContaining("127.0.0.1") };
    const strangers = { userId: null, hasSession: false };
    expect(await refused()).toMatchObject([
      { ...hers, description: `GET /api/tickets/${ticketId}` },
      { ...hers, description: `GET /api/queue/${queueId}` },
      { ...hers, description: "POST /api/queue" },
      { ...strangers, description: expect.stringMatching(/^GET \/api\/public\/media\//) },
      { ...strangers, description: "POST /api/auth/refresh_token" },
    ]);
  });

  it("write none for allowed, unknown or invalid calls", async () => {
    const before = (await refused()).length;
    for (const at of ["/api/queue", "/api/tickets/99999", "/api/tickets?pageNumber=-1", "/api/nothing"])
      await stage.call("GET", at, { token: bia.token });
    await stage.call("GET", "/api/queue", { token: "garbage" });
    expect(await refused()).toHaveLength(before);
  });

  it("include sockets above the limit of a session, until one is closed [S-21]", async () => {
    const { token } = (await (await stage.call("POST", "/api/auth/socket", { token: bia.token, body: {} })).json()) as { token: string };
    const sockets: Socket[] = [];
    const dial = (): Promise<string> =>
      new Promise((resolve) => {
        const socket = io(stage.origin, { auth: { token }, reconnection: false, forceNew: true, transports: ["websocket"] });
        sockets.push(socket);
        socket.once("connect", () => resolve("connected"));
        socket.once("connect_error", ({ message }) => resolve(message));
      });
    try {
      for (let count = 0; count < SOCKET_LIMITS.perSession; count += 20) await Promise.all(Array.from({ length: 20 }, dial));
      expect(sockets.filter(({ connected }) => connected)).toHaveLength(SOCKET_LIMITS.perSession);
      expect(await dial()).toBe("ERR_TOO_MANY_REQUESTS");
      sockets[0]?.disconnect();
      let answer = await dial();
      for (const deadline = Date.now() + patience(20_000); answer !== "connected" && Date.now() < deadline;) answer = await dial();
      expect(answer).toBe("connected");
    } finally {
      for (const socket of sockets) socket.disconnect();
    }
  }, 60_000);

  describe("to a connection that sends what no client sends", () => {
    interface Connection {
      /** What the server sent, as packets of Socket.IO. */
      readonly answers: readonly string[];
      isClosed(): boolean;
      send(packet: string): void;
      close(): void;
    }

    const open = async (): Promise<Connection> => {
      const manager = new Manager(stage.origin, { transports: ["websocket"], reconnection: false, autoConnect: false });
      await new Promise<void>((resolve, reject) => void manager.open((error) => (error ? reject(error) : resolve())));
      const answers: string[] = [];
      let isClosed = false;
      manager.engine.on("data", (packet) => void answers.push(String(packet)));
      manager.engine.on("close", () => (isClosed = true));
      return {
        answers,
        isClosed: () => isClosed,
        send: (packet) => void manager.engine.write(packet),
        close: () => manager.engine.close(),
      };
    };
    const ask = async (): Promise<string> => {
      const answer = await stage.call("POST", "/api/auth/socket", { token: bia.token, body: {} });
      return `0${JSON.stringify(await answer.json())}`;
    };
    const isWelcome = (packet: string): boolean => packet.startsWith("0{");

    it("end it when it asks for one namespace again before the answer, so that it makes one socket at most [S-21]", async () => {
      const [connection, request] = [await open(), await ask()];
      for (let count = 0; count < 150; count += 1) connection.send(request);
      await eventually(() => expect(connection.isClosed()).toBe(true));
      expect(connection.answers.filter(isWelcome).length).toBeLessThanOrEqual(1);
    });

    it("end it when it floods the server with packets that no socket receives [S-21]", async () => {
      const [connection, request] = [await open(), await ask()];
      connection.send(request);
      await eventually(() => expect(connection.answers.filter(isWelcome)).toHaveLength(1));
      for (let count = 0; count < 1_000; count += 1) connection.send("0/nothing,");
      await eventually(() => expect(connection.isClosed()).toBe(true));
      expect(connection.answers.length).toBeLessThan(500);
    });
  });
});
