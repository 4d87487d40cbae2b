import QRCode from "qrcode";
import { encodePng } from "./png.js";

const MARGIN_MODULES = 4;
const MODULE_PIXELS = 4;

/** A QR code as a PNG data URL, with the margin that scanners need. */
export function qrImage(text: string): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: "L" });
  const side = (modules.size + 2 * MARGIN_MODULES) * MODULE_PIXELS;
  const isDark = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < modules.size && y < modules.size && modules.get(y, x) === 1;
  const image = encodePng(side, side, 1, (x, y) => [
    isDark(Math.floor(x / MODULE_PIXELS) - MARGIN_MODULES, Math.floor(y / MODULE_PIXELS) - MARGIN_MODULES) ? 0 : 255,
  ]);
  return `data:image/png;base64,${image.toString("base64")}`;
}
