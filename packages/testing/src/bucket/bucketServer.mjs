/**
 * A server of S3 for one test file: `fork("bucketServer.mjs", [folder])`, which it leaves when its parent ends. It needs
 * --openssl-legacy-provider for the markers of cut lists. Messages: `{trouble}` as of bucket.ts; answers `{port}` and `{set}`.
 */
import { Transform } from "node:stream";
import S3rver from "@20minutes/s3rver";

const AHEAD_MS = 60 * 60_000;
const BUSY =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';

const RealDate = Date;
let trouble = "none";

// The signature encodes these characters, too; the server's own reading of a query does not.
const encodeMost = globalThis.encodeURIComponent;
globalThis.encodeURIComponent = (text) =>
  encodeMost(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length > 0) super(...given);
    else super(RealDate.now() + (trouble === "ahead" ? AHEAD_MS : 0));
  }
};

/** Ends an answer's connection in the middle of its bytes. */
function cut(stream, socket) {
  let passed = 0;
  return stream.pipe(
    new Transform({
      transform(chunk, _encoding, done) {
        passed += chunk.length;
        done(null, chunk);
        if (passed > 100_000) socket.destroy();
      },
    }),
  );
}

const server = new S3rver({
  address: "127.0.0.1",
  port: 0,
  silent: true,
  directory: process.argv[2],
  configureBuckets: [{ name: "files" }],
});

server.middleware.unshift(async (context, next) => {
  if (trouble === "busy") {
    context.status = 503;
    context.type = "application/xml";
    context.body = BUSY;
    return;
  }
  if (trouble === "ahead") context.set("Date", new Date().toUTCString());
  // The server signs the path of a bucket without the slash that the request has.
  if (/^\/[^/]+\/$/.test(context.path)) {
    context.app = Object.create(context.app);
    context.app.allowMismatchedSignatures = true;
  }
  await next();
  if (trouble === "cut" && context.method === "GET" && context.body?.pipe) context.body = cut(context.body, context.req.socket);
});

process.on("message", (message) => {
  trouble = message.trouble;
  process.send({ set: trouble });
});
process.on("disconnect", () => process.exit());
const { port } = await server.run();
process.send({ port });
