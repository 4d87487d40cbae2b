import { readFileSync } from "node:fs";
import { encodePng } from "./png.js";

/** A melody, a film (made by film.sh) and a smiling face, which cannot be drawn in a few lines. */
const SAMPLE_FOLDER = new URL("../../samples/", import.meta.url);
const stored = (file: string): Buffer => readFileSync(new URL(file, SAMPLE_FOLDER));

/** Names of sample content. */
export type SampleName = "photo" | "voice" | "document" | "video" | "sticker";

/** A file with its type and name. */
export interface Sample {
  readonly bytes: Buffer;
  readonly mime: string;
  readonly fileName: string;
  readonly seconds: number;
}

const VOICE_SECONDS = 4;
const FILM_SECONDS = 3;

/** A small valid file of the kind, which can be seen or heard. */
export function sampleOf(name: SampleName): Sample {
  switch (name) {
    case "photo":
      return { bytes: pngPhoto(480, 320), mime: "image/png", fileName: "foto.png", seconds: 0 };
    case "voice":
      return { bytes: stored("voice.ogg"), mime: "audio/ogg; codecs=opus", fileName: "audio.ogg", seconds: VOICE_SECONDS };
    case "document":
      return { bytes: pdfPage("Pedido de teste"), mime: "application/pdf", fileName: "pedido.pdf", seconds: 0 };
    case "video":
      return { bytes: stored("film.mp4"), mime: "video/mp4", fileName: "video.mp4", seconds: FILM_SECONDS };
    case "sticker":
      return { bytes: stored("sticker.webp"), mime: "image/webp", fileName: "figurinha.webp", seconds: 0 };
  }
}

/** A sunrise over hills, so that people recognise a photo. */
function pngPhoto(width: number, height: number): Buffer {
  return encodePng(width, height, 3, (x, y) => colourAt(x / width, y / height));
}

function colourAt(x: number, y: number): [number, number, number] {
  const near = 0.8 + 0.07 * Math.sin(x * 5 + 2);
  const far = 0.62 + 0.08 * Math.sin(x * 7) + 0.03 * Math.sin(x * 17);
  if (y > near) return [23, 72, 92];
  if (y > far) return [63, 143, 153];
  if (Math.hypot((x - 0.68) * 1.5, y - 0.44) < 0.14) return [255, 224, 138];
  return [Math.round(126 + 115 * y), Math.round(190 - 6 * y), Math.round(224 - 110 * y)];
}

function pdfPage(text: string): Buffer {
  const content = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, "latin1");
}
