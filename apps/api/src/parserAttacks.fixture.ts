import { createHmac } from "node:crypto";
import { readVcards } from "@balcao/domain/contacts";
import type { ApiStage } from "./apiStage.fixture.js";
import { blank } from "./media/picture.fixture.js";
import { sheetBytes } from "./sheet.fixture.js";

/** What an attack may use: the stage, its people, and an open ticket of the agent. */
interface AttackScene {
  readonly stage: ApiStage;
  readonly agent: string;
  readonly admin: string;
  readonly userId: number;
  readonly ticketId: number;
  readonly metaSecret: string;
}

/** Input that is made to exhaust one parser, by its row of docs/FAULTS.md. `send` resolves to the statuses of the answers. */
export interface ParserAttack {
  readonly id: string;
  readonly parser: string;
  readonly send: (scene: AttackScene) => Promise<readonly number[]>;
  /** The statuses that are right, without repetition and in order. */
  readonly answers: readonly number[];
}

const statusOf = async (answer: Promise<Response>): Promise<number> => {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
};
const all = (answers: readonly Promise<Response>[]): Promise<readonly number[]> => Promise.all(answers.map(statusOf));

function formOf(name: string, bytes: Uint8Array<ArrayBuffer>, type = "application/octet-stream"): FormData {
  const form = new FormData();
  form.append("medias", new Blob([bytes], { type }), name);
  return form;
}

const picture = ({ stage, agent, userId }: AttackScene, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Response> =>
  stage.call("POST", `/api/users/picture/${userId}`, { token: agent, body: formOf(name, bytes) });

/** `count` times the bytes that a number makes. */
const repeated = (count: number, bytes: (index: number) => Buffer): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(Array.from({ length: count }, (_, index) => bytes(index))));

const MP4_TYPE = Buffer.from("\0\0\0\u0018ftypisom\0\0\0\0isommp42", "latin1");
const MP4_BOX = Buffer.from("\0\0\0\u0008moov", "latin1");
const JPEG_SEGMENT = Buffer.from([0xff, 0xe1, 0, 2]);
const ZIP_ENTRY = Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), Buffer.alloc(22), Buffer.from([1, 0, 0, 0, 0x61])]);
const OGG_PAGE = Buffer.from("OggS\0\u0002", "latin1");

const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const json = { "Content-Type": "application/json" };
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const metaBody = (messages: string): string =>
  `{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"field":"messages","value":{"messages":${messages}}}]}]}`;

function signedByMeta({ stage, metaSecret }: AttackScene, body: string): Promise<Response> {
  const signature = `sha256=${createHmac("sha256", metaSecret).update(body).digest("hex")}`;
  return stage.call("POST", "/api/webhook/meta", { headers: { ...json, "x-hub-signature-256": signature }, body });
}

const stranger = (stage: ApiStage) => ({
  email: stage.seal("email", "bia@balcao.test"),
  password: stage.seal("password", "Outra-Senha-1"),
});

export const PARSER_ATTACKS: readonly ParserAttack[] = [
  {
    id: "R-01",
    parser: "multipart forms",
    send: ({ stage, agent, userId }) => {
      const nested = new FormData();
      for (const name of ["a[4294967294]", "a[x]"]) nested.append(name, "1");
      const many = new FormData();
      for (let field = 0; field < 5_000; field += 1) many.append(`f${field}`, "");
      const forms = [nested, many].map((body) => stage.call("POST", `/api/users/picture/${userId}`, { token: agent, body }));
      return all(forms);
    },
    answers: [400],
  },
  {
    id: "R-02",
    parser: "spreadsheets",
    send: async ({ stage, admin }) => {
      const bytes = await sheetBytes([["Nome", "Número"], ...Array.from({ length: 1_500 }, () => ["x".repeat(30_000)])]);
      return all([stage.call("POST", "/api/contacts/import", { token: admin, body: formOf("contatos.xlsx", bytes) })]);
    },
    answers: [400],
  },
  {
    id: "R-03",
    parser: "pictures",
    send: (scene) => all([picture(scene, "enorme.png", new Uint8Array(blank(30_000, 1_666)))]),
    answers: [200, 400],
  },
  {
    id: "R-04",
    parser: "headers of files",
    send: (scene) =>
      all([
        picture(scene, "a.mp4", new Uint8Array(Buffer.concat([MP4_TYPE, repeated(100_000, () => MP4_BOX)]))),
        picture(scene, "a.jpg", new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xd8]), repeated(100_000, () => JPEG_SEGMENT)]))),
        picture(
          scene,
          "a.zip",
          repeated(50_000, () => ZIP_ENTRY),
        ),
        picture(
          scene,
          "a.ogg",
          repeated(50_000, () => OGG_PAGE),
        ),
      ]),
    answers: [400],
  },
  {
    id: "R-05",
    parser: "films and sounds",
    send: async ({ stage, agent, ticketId }) => {
      const film = new Uint8Array(Buffer.concat([MP4_TYPE, repeated(100_000, () => MP4_BOX)]));
      const sent = await stage.call("POST", `/api/messages/${ticketId}`, { token: agent, body: formOf("a.mp4", film, "video/mp4") });
      const { messages } = (await (await stage.call("GET", `/api/messages/${ticketId}`, { token: agent })).json()) as {
        readonly messages: readonly { readonly mediaUrl: string | null }[];
      };
      const addresses = messages.flatMap(({ mediaUrl }) => mediaUrl ?? []);
      const shown = addresses.map((address) => {
        const { pathname, search } = new URL(address, stage.origin);
        return stage.call("GET", `${pathname}${search}&as=thumb`, { headers: { Range: `bytes=${"0-1,".repeat(3_000)}` } });
      });
      return [sent.status, ...(await all(shown))];
    },
    answers: [200, 204],
  },
  {
    id: "R-06",
    parser: "JSON and its schemas",
    send: ({ stage, agent, admin }) => {
      const bodies = [deep(40_000), `{"name":${deep(40_000)}}`, `{"name":"${"(".repeat(60_000)}","__proto__":{"a":${deep(10_000)}}}`];
      return all(
        bodies.flatMap((body) =>
          ["/api/queue", "/api/contacts"].map((at) =>
            stage.call("POST", at, { token: at === "/api/queue" ? admin : agent, body, headers: json }),
          ),
        ),
      );
    },
    answers: [400, 403],
  },
  {
    id: "R-07",
    parser: "sealed fields of the sign-in",
    send: ({ stage }) =>
      all(
        ["A".repeat(7_000), `${"a.".repeat(3_000)}@`, "=".repeat(7_000)].map((text) =>
          stage.call("POST", "/api/auth/login", { body: { email: text, password: text } }),
        ),
      ),
    answers: [400],
  },
  {
    id: "R-08",
    parser: "queries",
    send: ({ stage, admin }) =>
      all(
        ["a[]=1&".repeat(1_500), "searchParam=%ff&".repeat(600), `__proto__[a]=1&pageNumber=${"9".repeat(8_000)}`].map((query) =>
          stage.call("GET", `/api/contacts?${query}`, { token: admin }),
        ),
      ),
    answers: [200, 400],
  },
  {
    id: "R-09",
    parser: "paths",
    send: ({ stage, admin }) =>
      all(
        ["%E0%A4%A", "%2e%2e%2f", "%00", "1".repeat(8_000), "/".repeat(4_000)].map((path) =>
          stage.call("GET", `/api/tickets/${path}`, { token: admin }),
        ),
      ),
    answers: [400, 404],
  },
  {
    id: "R-10",
    parser: "cookies",
    send: ({ stage }) =>
      all(
        [
          `refresh=j:${JSON.stringify({ a: deep(1_000) })}; dl=j:[1]; device=j:{"a":1}`,
          "a=;".repeat(4_000),
          "refresh=j:{}; dl=j:{}; device=j:[[]]",
          'dl="%ff',
        ].flatMap((cookie) => [
          stage.call("POST", "/api/auth/refresh_token", { headers: { Cookie: cookie, Origin: stage.origin } }),
          stage.call("GET", "/api/public/media/1", { headers: { Cookie: cookie } }),
          stage.call("POST", "/api/auth/login", { headers: { Cookie: cookie }, body: stranger(stage) }),
        ]),
      ),
    answers: [401, 403],
  },
  {
    id: "R-11",
    parser: "tokens",
    send: ({ stage }) =>
      all(
        [
          ".".repeat(8_000),
          `${base64({ alg: "none" })}.${base64({ sub: "1" })}.`,
          `${Buffer.from(deep(4_000)).toString("base64url")}.e30.x`,
        ].map((token) => stage.call("GET", "/api/queue", { token })),
      ),
    answers: [401, 403],
  },
  {
    id: "R-12",
    parser: "sockets",
    send: async ({ stage }) => {
      const at = "/socket.io/?EIO=4&transport=polling";
      const opened = await (await stage.call("GET", at)).text();
      const sid = /"sid":"([^"]+)"/.exec(opened)?.[1] ?? "";
      const packet = `40${deep(100_000)}`;
      return all([
        stage.call("POST", `${at}&sid=${sid}`, { body: packet, headers: { "Content-Type": "text/plain" } }),
        stage.call("GET", "/socket.io/?EIO=99&transport[]=x"),
      ]);
    },
    answers: [400, 413],
  },
  {
    id: "R-13",
    parser: "bodies of webhooks",
    send: async (scene) => {
      const { stage } = scene;
      const unsigned = stage.call("POST", "/api/webhook/meta", { headers: { ...json, "x-hub-signature-256": "x" }, body: deep(500_000) });
      return all([signedByMeta(scene, deep(500_000)), signedByMeta(scene, metaBody(deep(20_000))), unsigned]);
    },
    answers: [200, 400, 401],
  },
  {
    id: "R-14",
    parser: "vCards",
    send: async () => {
      const cards = [
        `BEGIN:VCARD\n${"TEL;".repeat(100_000)}`,
        "BEGIN:VCARD ".repeat(50_000),
        `BEGIN:VCARD\n${"a.".repeat(200_000)}:\nEND:VCARD`,
      ];
      return cards.map((text) => (readVcards(text).length < 2 ? 200 : 500));
    },
    answers: [200],
  },
];
