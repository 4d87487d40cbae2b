import { invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { SettingView } from "@balcao/contracts/settings";
import { disownFile, getFile, insertFile, type FileRow } from "@balcao/database/files";
import { lockSetting, writeSetting } from "@balcao/database/settings";
import { storePicture, type UploadedFile } from "../../inbox/files/index.js";
import { command, toFileDraft, type Ctx, type Services } from "../../ground/kernel/index.js";
import { toSettingView } from "./listSettings.js";

const KEY = "companyLogo";

/**
 * Sets the company's logo, which the sign-in page and reports show; the one before is deleted a day
 * later. Throws ERR_VALIDATION for what is no picture, and ERR_UPLOAD_LIMIT.
 */
export async function changeLogo(
  services: Services,
  ctx: Ctx,
  { note }: { readonly note: AuditNote | null },
  [upload]: readonly UploadedFile[],
): Promise<SettingView> {
  if (!upload) throw invalidField("medias", "required");
  const logo = await storePicture(services, upload, "logo");
  let isTaken = false;
  try {
    await command(services, ctx, async (unit) => {
      const before = await lockSetting(unit, KEY);
      if (before) await disownFile(unit, before);
      await insertFile(unit, toFileDraft(logo), "company", 1);
      const id = await writeSetting(unit, { key: KEY, value: logo.id, userId: ctx.actor.id, now: ctx.now });
      await unit.live("setting", { key: KEY });
      isTaken = true;
      return { audit: { action: "setting.change", related: { kind: "setting", id }, description: KEY, note }, result: null };
    });
  } finally {
    if (!isTaken) await services.files.remove(logo.path);
  }
  return toSettingView(KEY, services.directory.current(), ctx.actor);
}

/** The file of the company's logo; null while there is none. */
export async function getLogo({ directory, database }: Pick<Services, "directory" | "database">): Promise<FileRow | null> {
  const { companyLogo } = directory.current().settings;
  const file = companyLogo === "" ? null : await getFile(database.sql, companyLogo);
  return file?.ownerKind === "company" ? file : null;
}

/** The bytes of the logo, for documents; null while there is none, or when its file is gone. */
export async function readLogo(services: Services): Promise<Uint8Array | null> {
  const file = await getLogo(services);
  if (!file) return null;
  try {
    const { stream } = await services.files.open(file.path);
    const parts: Uint8Array[] = [];
    for await (const part of stream) parts.push(part as Uint8Array);
    return Buffer.concat(parts);
  } catch (error) {
    services.logger.warn({ err: error }, "the company's logo cannot be read");
    return null;
  }
}
