export { accessFile } from "./accessFile.js";
export { checkStoredFiles, countStoredFiles, deleteOrphanFiles } from "./fileCare.js";
export { createFileUrl, fileIdOfUrl, sessionOfFileUrl } from "./fileUrls.js";
export { moveFiles } from "./moveFiles.js";
export type { Moved } from "./moveFiles.js";
export { storePicture } from "./storePicture.js";
export { keepStored, removeStored, storeUploads } from "./storeUploads.js";
export type { SourceFile, UploadedFile } from "./storeUploads.js";
