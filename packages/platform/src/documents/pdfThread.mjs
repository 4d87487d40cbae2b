/**
 * The thread that lays out one PDF and ends. It has no environment, its own limits of memory, and
 * may be terminated at any time.
 */
import os from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import PDFDocument from "pdfkit";
import { createPdfLayout } from "./pdfLayout.mjs";

if (process.platform === "linux") {
  try {
    os.setPriority(10);
  } catch {
    // A sandbox may forbid it; the layout works all the same.
  }
}

/** @type {{ head: import("./writePdf.js").PdfHead }} */
const { head } = workerData;
const doc = new PDFDocument({
  size: "A4",
  layout: head.layout,
  margin: 0,
  autoFirstPage: false,
  lang: head.language,
  displayTitle: true,
  info: { Title: head.title, Author: head.company, Creator: "Balcão", Producer: "pdfkit" },
});
/** @type {Uint8Array[]} */
let chunks = [];
doc.on("data", (/** @type {Uint8Array} */ chunk) => void chunks.push(chunk));
const layout = createPdfLayout(doc, head);

/** @param {boolean} isLast */
function send(isLast) {
  const sent = chunks;
  chunks = [];
  parentPort?.postMessage({ chunks: sent, isLast });
}

// The next rows are sent after the answer, so that at most one batch waits.
parentPort?.on(
  "message",
  async (/** @type {{ rows?: readonly (readonly string[])[], ending?: import("./writePdf.js").PdfEnding }} */ message) => {
    if (message.rows) await layout.addRows(message.rows);
    if (!message.ending) return send(false);
    doc.on("end", () => send(true));
    await layout.end(message.ending);
  },
);
