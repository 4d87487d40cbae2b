export { importUsers, previewUserImport } from "./importUsers.js";
