export {
  claimFile,
  deleteUnownedFile,
  deleteUnownedFiles,
  getFile,
  getMessageTicketFacts,
  insertFile,
  ownFile,
  replaceFile,
} from "./files.js";
export type { FileDraft, FileOwner, FileRow } from "./files.js";
