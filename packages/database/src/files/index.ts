export {
  claimFile,
  countFiles,
  deleteUnownedFile,
  deleteUnownedFiles,
  disownFile,
  findKnownPaths,
  getFile,
  getMessageTicketFacts,
  insertFile,
  listFiles,
  listPathsAfter,
  ownFile,
  replaceFile,
} from "./files.js";
export type { FileDraft, FileRow } from "./files.js";
