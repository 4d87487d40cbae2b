export { claimFile, deleteUnownedFiles, getFile, getMessageTicketFacts, insertFile, ownFile } from "./files.js";
export type { FileDraft, FileOwner, FileRow } from "./files.js";
