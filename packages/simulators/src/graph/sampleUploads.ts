import { json, type Answer, type Call } from "../wuzapi/http.js";
import { failure, GraphFailure } from "./failure.js";
import type { GraphWorld } from "./world.js";

const TYPES = ["application/pdf", "image/jpeg", "image/jpg", "image/png", "video/mp4"];

/**
 * `POST /{app}/uploads` opens a session and `POST /upload:{session}` takes the bytes, as Meta documents its
 * Resumable Upload API; the handle is the `header_handle` of a template (templates/template-management).
 */
export function answerSampleUpload(world: GraphWorld, call: Call): Answer | null {
  const [id = "", edge = ""] = call.path.split("/");
  if (call.method !== "POST") return null;
  if (id === "app" && edge === "uploads") return openUpload(world, call);
  return id.startsWith("upload:") ? takeBytes(world, id, call) : null;
}

function openUpload(world: GraphWorld, { query }: Call): Answer {
  const [mime, bytes] = [query.get("file_type") ?? "", Number(query.get("file_length"))];
  if (!TYPES.includes(mime)) throw failure(100, `file_type must be one of ${TYPES.join(", ")}`);
  if (!(bytes > 0) || (query.get("file_name") ?? "") === "") throw failure(100, "file_length and file_name are required");
  const id = `upload:${world.nextId()}`;
  world.samples.set(id, { mime, bytes, handle: null });
  return json(200, { id: `${id}?sig=simulated` });
}

function takeBytes(world: GraphWorld, id: string, { headers, body, query }: Call): Answer {
  const upload = world.samples.get(id);
  if (upload === undefined || query.get("sig") !== "simulated") throw failure(100, "no such upload session");
  if (!/^OAuth \S+$/.test(headers.authorization ?? "")) throw new GraphFailure(401, 190, "The upload wants the token as OAuth");
  if (headers["file_offset"] !== "0") throw failure(100, "file_offset is required");
  if (body.length !== upload.bytes) throw failure(100, `${upload.bytes} bytes were announced, ${body.length} came`);
  upload.handle = `4::${Buffer.from(id).toString("base64")}`;
  return json(200, { h: upload.handle });
}

/** Throws Meta's refusal of a header whose sample is missing, unknown, or of another kind. */
export function checkSample(world: GraphWorld, format: string, handles: readonly string[]): void {
  if (handles.length !== 1)
    throw new GraphFailure(400, 100, "component of type HEADER is missing expected field(s) (example)", "", 2388043);
  const upload = [...world.samples.values()].find(({ handle }) => handle !== null && handle === handles[0]);
  const family = format === "DOCUMENT" ? "application/" : `${format.toLowerCase()}/`;
  if (upload === undefined || !upload.mime.startsWith(family))
    throw new GraphFailure(400, 100, "Uploaded media handle is invalid", "", 2494102);
}
