import fs from "node:fs";
import path from "node:path";

const MAX_BYTES = 10 * 1024 * 1024;

function rotate(file) {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= MAX_BYTES) return size;
  fs.renameSync(file, `${file}.1`);
  return 0;
}

/** Opens a log for a program that writes it itself. A log over 10 MB is moved to `.1` first; `from` is the position of its first new line. */
export function openLogFile(file) {
  const from = rotate(file);
  return { fd: fs.openSync(file, "a", 0o600), from };
}

/**
 * Rotates a log that another program appends to: beyond `maxBytes` its content is copied to `.1` and the log is emptied.
 * Returns a function that ends this. Lines that are written during the copy may be lost.
 */
export function keepLogShort(file, { maxBytes = MAX_BYTES, everyMs = 10_000 } = {}) {
  const timer = setInterval(() => {
    try {
      if (fs.statSync(file).size <= maxBytes) return;
      fs.copyFileSync(file, `${file}.1`);
      // The program has the file open for appending: its next line is at the new end.
      fs.truncateSync(file, 0);
    } catch {
      // A full disk or a removed log must not end the launcher; the next check tries again.
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** The lines of a log after a position. */
export function tailOf(file, from) {
  const text = fs.readFileSync(file);
  return text.subarray(from).toString("utf8").split(/\r?\n/).filter(Boolean);
}

/** A log that this process writes line by line and rotates at 10 MB, keeping one old file. */
export function createLogWriter(file) {
  let size = rotate(file);
  let stream = fs.createWriteStream(file, { flags: "a", mode: 0o600 });
  stream.on("error", () => {});
  return {
    write(line) {
      size += Buffer.byteLength(line) + 1;
      stream.write(`${line}\n`);
      if (size <= MAX_BYTES) return;
      stream.end();
      fs.renameSync(file, `${file}.1`);
      stream = fs.createWriteStream(file, { flags: "a", mode: 0o600 });
      stream.on("error", () => {});
      size = 0;
    },
    close: () => new Promise((resolve) => stream.end(resolve)),
  };
}
