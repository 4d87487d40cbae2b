export { accessFile } from "./accessFile.js";
export { checkStoredFiles, countStoredFiles, deleteOrphanFiles } from "./fileCare.js";
export { toFileContent } from "./fileContent.js";
export { createFileUrl, fileIdOfUrl, sessionOfFileUrl } from "./fileUrls.js";
export { storePicture } from "./storePicture.js";
export { mediaKindOf, removeStored, storeUploads } from "./storeUploads.js";
export type { UploadedFile } from "./storeUploads.js";
