import { createHmac } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { webhookKeyContext } from "@balcao/application/inbox/intake";
import { openTestBucket, type TestBucket } from "@balcao/testing/bucket";
import { createPerson, openApiStage, type ApiStage, type SignedInClient } from "../apiStage.fixture.js";
import { SCENE_ENV, setScene, type SetScene } from "../callScene.fixture.js";
import { noise } from "./picture.fixture.js";

const WEBHOOK_KEY = "a-webhook-key-of-at-least-32-characters";
const SHOWN = { "Sec-Fetch-Dest": "image" } as const;

describe("files in a bucket [D-257]", () => {
  let bucket: TestBucket;
  let webDist: string;
  let stage: ApiStage;
  let set: SetScene;
  let outsider: SignedInClient;

  beforeAll(async () => {
    bucket = await openTestBucket();
    webDist = await mkdtemp(path.join(tmpdir(), "balcao-web-"));
    await mkdir(path.join(webDist, "assets"));
    await writeFile(path.join(webDist, "index.html"), "<!doctype html><title>x</title>");
    const more = { FILES_URL: bucket.url(), FILES_PUBLIC_URL: bucket.origin, WEB_DIST: webDist };
    stage = await openApiStage({ env: { ...SCENE_ENV, ...more } });
    set = await setScene(stage);
    const bia = await createPerson(stage, set.admin.token, "Bia");
    outsider = await stage.signIn(bia.email);
  }, 120_000);
  afterEach(() => bucket.set("none"));
  afterAll(async () => {
    await stage.close();
    await bucket.close();
    await rm(webDist, { recursive: true, force: true });
  });

  const post = (name: string, type: string, bytes: Buffer | string): Promise<Response> => {
    const form = new FormData();
    form.append("medias", new Blob([bytes], { type }), name);
    return stage.call("POST", `/api/messages/${set.scene.ticketId}`, { token: set.agent.token, body: form });
  };
  interface Sent {
    readonly mediaUrl: string;
    readonly media: { readonly thumbUrl: string | null };
  }
  const send = async (name: string, type: string, bytes: Buffer | string): Promise<Sent> => {
    const view = (await (await post(name, type, bytes)).json()) as Sent | readonly Sent[];
    return "mediaUrl" in view ? view : (view[0] ?? { mediaUrl: "", media: { thumbUrl: null } });
  };
  const get = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(new URL(url, stage.origin), { headers, redirect: "manual" });
  const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
  const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

  it("sends a browser that shows a picture to the bucket, with the same headers, for less than five minutes", async () => {
    const photo = noise(400, 300);
    const { mediaUrl, media } = await send("março (1).png", "image/png", photo);
    const answer = await get(mediaUrl, SHOWN);
    const link = answer.headers.get("Location") ?? "";
    expect([answer.status, new URL(link).origin, answer.headers.get("Cache-Control")]).toEqual([
      302,
      bucket.origin,
      "private, max-age=240",
    ]);
    expect(Number(new URL(link).searchParams.get("X-Amz-Expires"))).toBeLessThanOrEqual(300);
    const direct = await fetch(link);
    expect([direct.status, (await bytesOf(direct)).equals(photo)]).toEqual([200, true]);
    expect(direct.headers.get("Content-Type")).toBe("image/png");
    const streamed = await get(mediaUrl);
    expect((await bytesOf(streamed)).equals(photo)).toBe(true);
    expect(direct.headers.get("Content-Disposition")).toBe(streamed.headers.get("Content-Disposition"));
    expect(direct.headers.get("Cache-Control")).toBe(streamed.headers.get("Cache-Control"));
    const part = await fetch(link, { headers: { Range: "bytes=10-19" } });
    expect([part.status, (await bytesOf(part)).equals(photo.subarray(10, 20))]).toEqual([206, true]);
    const small = await fetch((await get(media.thumbUrl ?? "", SHOWN)).headers.get("Location") ?? "");
    expect([small.status, small.headers.get("Content-Type"), (await bytesOf(small)).toString("latin1", 8, 12)]).toEqual([
      200,
      "image/webp",
      "WEBP",
    ]);
  });

  it("streams the bytes to whoever reads them, whole and in parts, and 304 when they are cached", async () => {
    const photo = noise(100, 100);
    const { mediaUrl } = await send("foto.png", "image/png", photo);
    for (const headers of [{}, { "Sec-Fetch-Dest": "empty" }, { "Sec-Fetch-Dest": "document" }]) {
      const whole = await get(mediaUrl, headers);
      expect([whole.status, whole.headers.get("X-Content-Type-Options"), (await bytesOf(whole)).equals(photo)]).toEqual([
        200,
        "nosniff",
        true,
      ]);
    }
    const part = await get(mediaUrl, { Range: "bytes=-5" });
    expect([part.status, (await bytesOf(part)).equals(photo.subarray(-5))]).toEqual([206, true]);
    const etag = part.headers.get("ETag") ?? "";
    expect((await get(mediaUrl, { Range: "bytes=999999-" })).status).toBe(416);
    expect((await get(mediaUrl, { "If-None-Match": etag })).status).toBe(304);
  });

  it("gives no address of the bucket to a session without the right, nor of what a browser could run [S-44, S-45]", async () => {
    const { mediaUrl } = await send("foto.png", "image/png", noise(50, 50));
    const { pathname } = new URL(mediaUrl, stage.origin);
    expect(await codeOf(await get(pathname, { ...SHOWN, Cookie: outsider.cookieHeader }))).toEqual([403, "ERR_NO_PERMISSION"]);
    expect(await codeOf(await get(pathname, SHOWN))).toEqual([403, "ERR_NO_PERMISSION"]);
    for (const [name, type, bytes] of [
      ["a.svg", "image/png", "<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>"],
      ["b.html", "text/plain", "<!doctype html><script>1</script>"],
      ["c.pdf", "application/pdf", "%PDF-1.4\n%\n"],
    ] as const) {
      const answer = await get((await send(name, type, bytes)).mediaUrl, SHOWN);
      expect((await bytesOf(answer)).toString()).toBe(bytes);
      const headers = ["Content-Type", "Content-Disposition"].map((header) => answer.headers.get(header)?.split(";")[0]);
      expect([name, answer.status, ...headers]).toEqual([name, 200, "application/octet-stream", "attachment"]);
    }
  });

  it("lets the page load pictures, sounds and videos from the bucket, and nothing else", async () => {
    const page = await stage.call("GET", "/tickets", { headers: { Accept: "text/html" } });
    await page.text();
    const policy = page.headers.get("Content-Security-Policy")?.split("; ") ?? [];
    expect(policy.filter((each) => each.includes(bucket.origin))).toEqual([
      `img-src 'self' data: blob: ${bucket.origin}`,
      `media-src 'self' blob: ${bucket.origin}`,
    ]);
  });

  it("answers 503 with a code while the bucket is away, stores no half message, and works when it is back", async () => {
    const { mediaUrl } = await send("nota.txt", "text/plain", "guardada");
    const messages = async () => (await stage.test.database.sql.ask<{ n: number }>("SELECT count(*)::int AS n FROM message"))[0]?.n;
    const before = await messages();
    await bucket.set("busy");
    const read = await get(mediaUrl);
    expect([read.headers.get("Retry-After"), ...(await codeOf(read))]).toEqual(["2", 503, "ERR_FILES_UNAVAILABLE"]);
    expect(await codeOf(await post("nota.txt", "text/plain", "perdida?"))).toEqual([503, "ERR_FILES_UNAVAILABLE"]);
    expect((await stage.call("GET", "/api/health")).status).toBe(200);
    const system = await stage.call("GET", "/api/health/details", { token: set.admin.token });
    expect(await system.json()).toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ kind: "filesAway", level: "bad" })]) as unknown,
    });
    const text = await stage.call("POST", `/api/messages/${set.scene.ticketId}`, { token: set.agent.token, body: { body: "sem arquivo" } });
    expect([text.status, await messages()]).toEqual([200, (before ?? 0) + 1]);
    await bucket.set("none");
    expect(await (await get(mediaUrl)).text()).toBe("guardada");
    expect((await post("nota.txt", "text/plain", "de novo")).status).toBe(200);
    const folders = await readdir(path.join(stage.dataDir, "files"));
    expect([folders, await readdir(path.join(stage.dataDir, "files", "drafts"))]).toEqual([["drafts"], []]);
  });

  it("accepts a webhook with a file that the gateway gives out again, and refuses one whose only copy it is", async () => {
    const id = set.scene.connectionId;
    const sealed = stage.auth.services.sealer.seal(WEBHOOK_KEY, webhookKeyContext(id));
    await stage.test.database.sql.ask("UPDATE connection SET webhook_key_sealed = $2 WHERE id = $1", [id, sealed]);
    const deliver = async (messageId: string, fields: object): Promise<number> => {
      const chat = "5511988887777@s.whatsapp.net";
      const info = {
        Chat: chat,
        Sender: chat,
        IsFromMe: false,
        IsGroup: false,
        ID: messageId,
        Type: "media",
        Timestamp: "2026-11-20T12:00:00-03:00",
      };
      const event = { Info: info, Message: { imageMessage: { mimetype: "image/png", ...fields } } };
      const body = JSON.stringify({ type: "Message", event, base64: noise(20, 20).toString("base64"), mimeType: "image/png" });
      const headers = {
        "Content-Type": "application/json",
        "x-hmac-signature": createHmac("sha256", WEBHOOK_KEY).update(body).digest("hex"),
      };
      return (await stage.call("POST", "/api/whatsapp/meow/webhook/Loja_token", { body, headers })).status;
    };
    const payloads = () =>
      stage.test.database.sql.ask<{ payload: object }>(
        "SELECT payload FROM inbound_event WHERE connection_id = $1 AND kind = 'message' AND lane <> 'scene' ORDER BY id",
        [id],
      );
    const files = async () => (await stage.test.database.sql.ask("SELECT 1 FROM file WHERE owner_kind = 'incoming'")).length;
    const before = await files();
    const downloadable = { URL: "https://mmg.whatsapp.net/a", mediaKey: "a2V5", fileLength: 10 };
    await bucket.set("busy");
    expect([await deliver("ONLY", {}), await deliver("AGAIN", downloadable), await files()]).toEqual([503, 200, before]);
    expect(await payloads()).toMatchObject([{ payload: { event: { Info: { ID: "AGAIN" } } } }]);
    expect(JSON.stringify(await payloads())).not.toContain("base64");
    await bucket.set("none");
    expect([await deliver("ONLY", {}), await deliver("AGAIN", downloadable)]).toEqual([200, 200]);
    expect((await payloads()).length).toBe(2);
  });

  it("counts what the bucket has without a row, and rows without a file [API-090]", async () => {
    const { mediaUrl } = await send("nota.txt", "text/plain", "some");
    const [row] = await stage.test.database.sql.ask<{ path: string }>("SELECT path FROM file WHERE id = $1", [
      new URL(mediaUrl, stage.origin).pathname.split("/").at(-1),
    ]);
    await stage.auth.services.files.remove(row?.path ?? "");
    const answer = await stage.call("POST", "/api/settings/files/check", { token: set.admin.token, body: {} });
    expect([answer.status, await answer.json()]).toMatchObject([200, { orphans: 0, missing: 1 }]);
    expect((await get(mediaUrl)).status).toBe(404);
  });
});
