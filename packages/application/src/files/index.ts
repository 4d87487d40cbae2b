export { accessFile } from "./accessFile.js";
export { createFileUrl, fileIdOfUrl, sessionOfFileUrl } from "./fileUrls.js";
