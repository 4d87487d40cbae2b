export { ArchiveError } from "./archiveError.js";
export { isSealedArchive, readArchive } from "./archiveReader.js";
export type { ArchiveEntry } from "./archiveReader.js";
export { createArchive } from "./archiveWriter.js";
export type { ArchiveWriter } from "./archiveWriter.js";
export { SHORTEST_PASSPHRASE } from "./sealing.js";
export { readZipFile } from "./readZip.js";
export { writeZip } from "./zip.js";
export type { ZipEntry } from "./zip.js";
