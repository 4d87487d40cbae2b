import { CAPABILITIES, uploadLimitSentence } from "@balcao/domain/connections";
import { carriageOf, conversionOf } from "@balcao/domain/plan";
import {
  fieldsOf,
  isMediaField,
  type TemplateDraft,
  type TemplateFile,
  type TemplateMedia,
  type TemplateWithValues,
} from "@balcao/domain/templates";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { TemplateFileView } from "@balcao/contracts/templates";
import { claimTemplateFiles, insertFile, type FileRow } from "@balcao/database/files";
import type { Sql } from "@balcao/database/sql";
import type { StoredFile } from "@balcao/platform/files";
import { inUnit, toFileDraft, type Ctx, type Services } from "../../ground/kernel/index.js";
import type { StoredSample } from "../../ground/gatewayCalls/index.js";
import { accessFile, fileIdOfUrl, keepStored, storeUploads, type SourceFile, type UploadedFile } from "../files/index.js";
import { convert } from "../media/index.js";
import { presenterFor } from "../tickets/index.js";

const API = "cloud_api";
const LIMIT = { bytes: CAPABILITIES[API].uploadLimitBytes, sentence: uploadLimitSentence(API) };
const CHOOSE_AGAIN = "Escolha de novo o arquivo do template.";
const NOT_OF_KIND: Readonly<Record<TemplateMedia, string>> = {
  image: "A imagem do template precisa ser JPEG ou PNG, de até 5 MB.",
  video: "O vídeo do template precisa ser MP4 ou 3GP, de até 16 MB.",
  document: "O documento do template precisa ser PDF, texto ou arquivo do Office.",
};

/** Stores a file for a template; it belongs to this person until something is sent with it, and is deleted a day later otherwise. */
export async function storeTemplateFile(services: Services, ctx: Ctx, uploads: readonly UploadedFile[]): Promise<TemplateFileView> {
  const [upload] = uploads;
  if (!upload) throw invalidField("medias", "required");
  const { id, originalName, mime, size } = await store(services, ctx, upload);
  return { id, url: presenterFor(services, ctx).fileUrl(id), name: originalName, mimetype: mime, size };
}

async function store(services: Services, ctx: Ctx, source: SourceFile): Promise<FileRow> {
  const stored = await storeUploads(services, [source], LIMIT);
  return keepStored(services, await Promise.all(stored.map((file) => developed(services, ctx, file))), async ([file], take) => {
    if (!file) throw new Error("a file was stored");
    const draft = toFileDraft(file);
    take();
    await inUnit(services, (unit) => insertFile(unit, draft, "template", ctx.actor.id));
    return { ...draft, quarantined: false, ownerKind: "template", ownerId: ctx.actor.id };
  });
}

/** A picture of another form as Meta takes it (D-470); the file itself where it needs no conversion, or allows none. */
async function developed(services: Services, { signal = new AbortController().signal }: Ctx, file: StoredFile): Promise<StoredFile> {
  if (conversionOf(API, file)?.by !== "picture") return file;
  const made = await convert(services, file, { by: "picture", signal });
  if (made === null) return file;
  await services.files.remove(file.path);
  return made;
}

/**
 * A template whose values name its files by their ids; a file is named by its id or by one of our own
 * addresses. One that belongs to something else already is copied, except those of `own`. Throws for a
 * file that the person may not open, and for one that Meta does not take in its place.
 */
export async function takeTemplateFiles(
  services: Services,
  ctx: Ctx,
  { template, values }: TemplateWithValues,
  own: readonly string[] = [],
): Promise<TemplateWithValues> {
  const taken = [...values];
  const files: TemplateFile[] = [];
  for (const [at, field] of fieldsOf(template).entries()) {
    if (!isMediaField(field)) continue;
    const named = await accessNamed(services, ctx, values[at] ?? "", `values[${at}]`);
    checkKind(named, field.kind, `values[${at}]`);
    const isOwn = named.ownerKind === "template" || own.includes(named.id);
    const { id, originalName: name, mime: mimetype, size } = isOwn ? named : await copy(services, ctx, named);
    taken[at] = id;
    files.push({ id, name, mimetype, size });
  }
  return { template, values: taken, files };
}

/** Makes the files of a template those of what is sent with them; refuses one that another send took at the same moment. */
export async function ownTemplateFiles(
  tx: Sql,
  ids: readonly string[],
  owner: "message" | "schedule",
  ownerId: number | null,
): Promise<void> {
  const wanted = [...new Set(ids)];
  if ((await claimTemplateFiles(tx, wanted, owner, ownerId)) < wanted.length) throw invalidField("values", "file", CHOOSE_AGAIN);
}

async function accessNamed(services: Services, ctx: Ctx, value: string, where: string): Promise<FileRow> {
  try {
    return await accessFile(services, ctx, fileIdOfUrl(value) ?? value);
  } catch (error) {
    throw error instanceof AppError ? invalidField(where, "file", CHOOSE_AGAIN) : error;
  }
}

function checkKind({ mime, size, width, height, channels, depth = null, codec = null }: FileRow, kind: TemplateMedia, where: string): void {
  const file = { mime, size, width, height, channels, depth, codec, media: kind };
  if (carriageOf(API, file)?.media !== kind || conversionOf(API, file) !== null) throw invalidField(where, "kind", NOT_OF_KIND[kind]);
}

/**
 * The file that Meta reviews as the sample of a header; null for headers without one. Throws for a file of
 * a type that Meta's upload of samples does not take.
 */
export async function takeSample(
  services: Services,
  ctx: Ctx,
  { headerKind, headerFile = "" }: Pick<TemplateDraft, "headerKind" | "headerFile">,
): Promise<StoredSample | null> {
  if (headerKind === undefined || headerKind === "location") return null;
  const named = await accessNamed(services, ctx, headerFile, "headerFile");
  checkKind(named, headerKind, "headerFile");
  if (!SAMPLES.includes(named.mime)) throw invalidField("headerFile", "kind", "O exemplo precisa ser JPEG, PNG, MP4 ou PDF.");
  return { stored: named.path, mime: named.mime, fileName: named.originalName, size: named.size };
}

/** The types of samples that Meta's upload takes. */
const SAMPLES: readonly string[] = ["image/jpeg", "image/png", "video/mp4", "application/pdf"];

const copy = (services: Services, ctx: Ctx, { path, originalName, mime, size }: FileRow): Promise<FileRow> =>
  store(services, ctx, { path: async () => (await services.files.open(path)).stream, originalName, declaredMime: mime, size });
