export { accessFile } from "./accessFile.js";
export { checkStoredFiles, countStoredFiles, deleteOrphanFiles } from "./fileCare.js";
export { createFileUrl, fileIdOfUrl, sessionOfFileUrl } from "./fileUrls.js";
export { moveFiles, type Moved } from "./moveFiles.js";
export { storePicture, keepStored, removeStored, storeUploads, type SourceFile, type UploadedFile } from "./storeUploads.js";
