/** A png of one pixel. */
const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

/** The multipart body of a photo; `bytes` and `name` replace those of a small png. */
export function photo({
  bytes = PIXEL,
  name = "foto.png",
  type = "image/png",
}: { bytes?: Buffer; name?: string; type?: string } = {}): FormData {
  const data = new FormData();
  data.append("medias", new Blob([new Uint8Array(bytes)], { type }), name);
  return data;
}
