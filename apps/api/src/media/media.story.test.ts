import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createPerson, openApiStage, type ApiStage } from "../apiStage.fixture.js";
import { setScene, type SetScene } from "../callScene.fixture.js";
import { contentDisposition } from "./sendBytes.js";
import { noise } from "./picture.fixture.js";

/** The smallest picture: one white pixel. */
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=", "base64");

describe("files of conversations", () => {
  let stage: ApiStage;
  let set: SetScene;
  let outsider: Awaited<ReturnType<ApiStage["signIn"]>>;

  beforeAll(async () => {
    stage = await openApiStage({ env: { MEOW_URL: "http://127.0.0.1:9", MEOW_ADMIN_TOKEN: "not-a-real-admin-token" } });
    set = await setScene(stage);
    const bia = await createPerson(stage, set.admin.token, "Bia");
    await stage.test.database.sql.ask("INSERT INTO setting (key, value) VALUES ('onlyAdminSeeEmptyQueue', 'disabled')");
    outsider = await stage.signIn(bia.email);
  }, 120_000);
  afterAll(() => stage.close());

  const send = async (name: string, type: string, bytes: Buffer | string): Promise<string> => {
    const form = new FormData();
    form.append("medias", new Blob([bytes], { type }), name);
    const answer = await stage.call("POST", `/api/messages/${set.scene.ticketId}`, { token: set.agent.token, body: form });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(text);
    const view = JSON.parse(text) as { mediaUrl: string } | { mediaUrl: string }[];
    return (Array.isArray(view) ? view[0] : view)?.mediaUrl ?? "";
  };
  const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

  it("serves a picture to the session of its address, whole and in parts, and 304 when it is cached", async () => {
    const url = await send("foto.png", "image/png", PNG);
    expect(url).toMatch(/^\/api\/public\/media\/[0-9a-f-]{36}\?e=\d+&d=[0-9a-f-]{36}&s=[\w-]{43}$/);
    const whole = await stage.call("GET", url);
    expect([whole.status, whole.headers.get("Content-Type"), whole.headers.get("Content-Disposition")]).toEqual([
      200,
      "image/png",
      "inline; filename=\"foto.png\"; filename*=UTF-8''foto.png",
    ]);
    expect([whole.headers.get("X-Content-Type-Options"), whole.headers.get("Content-Security-Policy")]).toEqual([
      "nosniff",
      "sandbox; default-src 'none'",
    ]);
    expect(Buffer.from(await whole.arrayBuffer()).equals(PNG)).toBe(true);
    const part = await stage.call("GET", url, { headers: { Range: "bytes=1-3" } });
    expect([part.status, part.headers.get("Content-Range"), await part.text()]).toEqual([206, `bytes 1-3/${PNG.length}`, "PNG"]);
    expect((await stage.call("GET", url, { headers: { Range: `bytes=${PNG.length}-` } })).status).toBe(416);
    for (const [named, status] of [
      [whole.headers.get("ETag") ?? "", 206],
      ['"of other bytes"', 200],
      ["Thu, 01 Jan 2026 00:00:00 GMT", 200],
    ] as const)
      expect([named, (await stage.call("GET", url, { headers: { Range: "bytes=1-3", "If-Range": named } })).status]).toEqual([
        named,
        status,
      ]);
    expect(
      (await stage.call("GET", url, { headers: { "If-None-Match": `"${createHash("sha256").update(PNG).digest("hex")}"` } })).status,
    ).toBe(304);
  });

  it("serves a small picture in place of the original, made once, under the same right [CONV-026]", async () => {
    const photo = noise(1_600, 1_200);
    await send("foto.png", "image/png", photo);
    const page = (await (await stage.call("GET", `/api/messages/${set.scene.ticketId}`, { token: set.agent.token })).json()) as {
      messages: { mediaUrl: string; media: { thumbUrl: string | null; width: number; height: number } }[];
    };
    const { media, mediaUrl } = page.messages.at(-1) ?? {};
    expect(media).toMatchObject({ thumbUrl: `${mediaUrl}&as=thumb`, width: 1_600, height: 1_200 });
    const small = await stage.call("GET", media?.thumbUrl ?? "");
    const bytes = Buffer.from(await small.arrayBuffer());
    expect([small.status, small.headers.get("Content-Type"), bytes.toString("latin1", 8, 12)]).toEqual([200, "image/webp", "WEBP"]);
    expect(bytes.length).toBeLessThan(photo.length / 4);
    const etag = small.headers.get("ETag") ?? "";
    expect((await stage.call("GET", media?.thumbUrl ?? "", { headers: { "If-None-Match": etag } })).status).toBe(304);
    const original = await stage.call("GET", mediaUrl ?? "", { headers: { "If-None-Match": etag } });
    expect([original.status, Buffer.from(await original.arrayBuffer()).equals(photo)]).toEqual([200, true]);
    const bare = `${new URL(mediaUrl ?? "", stage.origin).pathname}?as=thumb`;
    expect(await codeOf(await stage.call("GET", bare, { headers: { Cookie: outsider.cookieHeader } }))).toEqual([403, "ERR_NO_PERMISSION"]);
  });

  it("serves a picture that cannot be made small as it is, and no content for a video without ffmpeg", async () => {
    const broken = noise(200, 200).subarray(0, 300);
    const picture = await stage.call("GET", `${await send("foto.png", "image/png", broken)}&as=thumb`);
    expect([picture.status, picture.headers.get("Content-Type"), Buffer.from(await picture.arrayBuffer()).equals(broken)]).toEqual([
      200,
      "image/png",
      true,
    ]);
    const film = Buffer.concat([Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isomavc1", "latin1"), Buffer.alloc(64)]);
    const video = await stage.call("GET", `${await send("filme.mp4", "video/mp4", film)}&as=thumb`);
    expect([video.status, await video.text()]).toEqual([204, ""]);
    expect((await stage.call("GET", `${await send("nota.txt", "text/plain", "um")}&as=thumb`)).status).toBe(204);
  });

  it("never shows files that a browser could run: svg, html and pdf are downloads [S-44]", async () => {
    for (const [name, type, bytes] of [
      ["a.svg", "image/png", "<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>"],
      ["b.html", "text/plain", "<!doctype html><script>1</script>"],
      ["c.pdf", "application/pdf", "%PDF-1.4\n%\n"],
    ] as const) {
      const answer = await stage.call("GET", await send(name, type, bytes));
      expect([
        name,
        answer.status,
        answer.headers.get("Content-Type"),
        answer.headers.get("Content-Disposition")?.startsWith("attachment; "),
      ]).toEqual([name, 200, "application/octet-stream", true]);
    }
  });

  it("refuses an address without a signature, with that of another file, changed or expired, and accepts the download cookie", async () => {
    const url = new URL(await send("nota.txt", "text/plain", "um"), stage.origin);
    const other = new URL(await send("outra.txt", "text/plain", "dois"), stage.origin);
    expect(await codeOf(await stage.call("GET", url.pathname))).toEqual([403, "ERR_NO_PERMISSION"]);
    expect(await codeOf(await stage.call("GET", `${other.pathname}${url.search}`))).toEqual([403, "ERR_NO_PERMISSION"]);
    expect(await codeOf(await stage.call("GET", `${url.pathname}${url.search.replace(/e=\d/, "e=9")}`))).toEqual([
      403,
      "ERR_NO_PERMISSION",
    ]);
    const byCookie = await stage.call("GET", url.pathname, { headers: { Cookie: set.agent.cookieHeader } });
    expect([byCookie.status, await byCookie.text()]).toEqual([200, "um"]);
    // A browser keeps what it read by a signed address, which ends with the session, and asks again about any other.
    const signed = await stage.call("GET", `${url.pathname}${url.search}`);
    expect([byCookie, signed].map((each) => each.headers.get("Cache-Control"))).toEqual(["private, no-cache", "private, max-age=900"]);
  });

  it("refuses a session that may not open the ticket, and one that has ended", async () => {
    const url = new URL(await send("nota.txt", "text/plain", "um"), stage.origin);
    expect(await codeOf(await stage.call("GET", url.pathname, { headers: { Cookie: outsider.cookieHeader } }))).toEqual([
      403,
      "ERR_NO_PERMISSION",
    ]);
    const again = await stage.signIn("ana@balcao.test");
    const page = (await (await stage.call("GET", `/api/messages/${set.scene.ticketId}`, { token: again.token })).json()) as {
      messages: { mediaUrl: string | null }[];
    };
    const own = page.messages.at(-1)?.mediaUrl ?? "";
    expect((await stage.call("GET", own)).status).toBe(200);
    await stage.call("DELETE", "/api/auth/logout", { token: again.token });
    expect(await codeOf(await stage.call("GET", own))).toEqual([403, "ERR_NO_PERMISSION"]);
    expect(await codeOf(await stage.call("GET", new URL(own, stage.origin).pathname, { headers: { Cookie: again.cookieHeader } }))).toEqual(
      [403, "ERR_NO_PERMISSION"],
    );
  });

  it("sends a file again by its own address, and refuses every other address as an error of the field [API-021, S-51]", async () => {
    const url = await send("foto.png", "image/png", PNG);
    const sendAgain = (mediaUrl: string) =>
      stage.call("POST", `/api/messages/${set.scene.ticketId}`, { token: set.agent.token, body: { body: "outra vez", mediaUrl } });
    const answer = await sendAgain(url);
    const copy = (await answer.json()) as { mediaUrl: string; mediaType: string; body: string };
    expect([answer.status, copy.mediaType, copy.body, copy.mediaUrl === url]).toEqual([200, "image", "outra vez", false]);
    expect(Buffer.from(await (await stage.call("GET", copy.mediaUrl)).arrayBuffer()).equals(PNG)).toBe(true);

    const hidden = await stage.auth.services.files.write(Readable.from(["x"]), { originalName: "x.txt", declaredMime: "", maxBytes: 10 });
    await stage.test.database.sql.ask(
      "INSERT INTO file (id, path, sha256, size, mime, extension, original_name, owner_kind) VALUES ($1, $2, $3, 1, 'text/plain', 'txt', 'x.txt', 'incoming')",
      [hidden.id, hidden.path, hidden.sha256],
    );
    const messages = async () => (await stage.test.database.sql.ask<{ n: number }>("SELECT count(*)::int AS n FROM message"))[0]?.n;
    const before = await messages();
    for (const address of [
      "https://example.com/a.png",
      "/api/public/media/7f0c9a62-0000-4000-8000-000000000000",
      `/api/public/media/${hidden.id}`,
      "file:///etc/passwd",
    ]) {
      const refused = await sendAgain(address);
      const { code, details } = (await refused.json()) as { code: string; details: { field: string }[] };
      expect([address, refused.status, code, details[0]?.field]).toEqual([address, 400, "ERR_VALIDATION", "mediaUrl"]);
    }
    expect(await messages()).toBe(before);
  });

  it("serves nothing outside the store, and no file without a message", async () => {
    for (const at of [
      "/api/public/media/",
      "/api/public/",
      "/api/public/media/..%2f..%2fsecrets.json",
      "/api/public/media/7f0c9a62-0000-4000-8000-000000000000",
    ])
      expect([at, (await stage.call("GET", at, { headers: { Cookie: set.agent.cookieHeader } })).status]).toEqual([at, 404]);
    const stored = await stage.auth.services.files.write(Readable.from(["x"]), { originalName: "x.txt", declaredMime: "", maxBytes: 10 });
    await stage.test.database.sql.ask(
      "INSERT INTO file (id, path, sha256, size, mime, extension, original_name, owner_kind) VALUES ($1, $2, $3, 1, 'text/plain', 'txt', 'x.txt', 'incoming')",
      [stored.id, stored.path, stored.sha256],
    );
    expect((await stage.call("GET", `/api/public/media/${stored.id}`, { headers: { Cookie: set.agent.cookieHeader } })).status).toBe(404);
  });

  it("encodes names so that they stay one header value [S-38]", () => {
    expect(contentDisposition("attachment", 'relatório "1".pdf')).toBe(
      "attachment; filename=\"relat_rio _1_.pdf\"; filename*=UTF-8''relat%C3%B3rio%20%221%22.pdf",
    );
    expect(contentDisposition("inline", "a\r\nSet-Cookie: x")).not.toMatch(/[\r\n]/);
  });
});
