export { ArchiveError } from "./tar.js";
export { isSealedArchive, readArchive, type ArchiveEntry } from "./archiveReader.js";
export { createArchive, type ArchiveWriter } from "./archiveWriter.js";
export { SHORTEST_PASSPHRASE } from "./sealing.js";
export { openZip, type ZipArchive } from "./readZip.js";
export { writeZip, type ZipEntry } from "./zip.js";
