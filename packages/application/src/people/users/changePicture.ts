import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { UserPictureView } from "@balcao/contracts/users";
import { disownFile, insertFile } from "@balcao/database/files";
import { User } from "@balcao/database/models";
import { storePicture, type UploadedFile } from "../../inbox/files/index.js";
import { command, toFileDraft, type Ctx, type Services } from "../../ground/kernel/index.js";
import { accessUser } from "./readUsers.js";

interface ChangePictureInput {
  readonly userId: number;
  readonly note: AuditNote | null;
}

/**
 * Sets the picture of an account: one's own, and for administrators everybody's [API-063, D-123]. The type is read from the content;
 * the picture is made small and stored without its metadata, and the file of the one before is deleted a day later.
 */
export async function changePicture(
  services: Services,
  ctx: Ctx,
  { userId, note }: ChangePictureInput,
  [upload]: readonly UploadedFile[],
): Promise<UserPictureView> {
  accessUser(services, ctx, userId);
  if (!upload) throw invalidField("medias", "required");
  const picture = await storePicture(services, upload, "thumb");
  let isTaken = false;
  try {
    await command(services, ctx, async (unit) => {
      const user = await User.findOne({ where: { id: userId, deletedAt: null }, lock: true, transaction: unit.orm });
      if (!user) throw new AppError("ERR_NO_USER_FOUND");
      if (user.pictureFileId !== null) await disownFile(unit, user.pictureFileId);
      await insertFile(unit, toFileDraft(picture), "user", userId);
      await user.update({ pictureFileId: picture.id }, { transaction: unit.orm });
      await unit.live("user", { id: userId, action: "update" });
      isTaken = true;
      return { audit: { action: "user.picture", subjectUserId: userId, note }, result: null };
    });
  } finally {
    if (!isTaken) await services.files.remove(picture.path);
  }
  return { profilePicUrl: services.fileUrl(ctx.sessionId, picture.id) };
}
