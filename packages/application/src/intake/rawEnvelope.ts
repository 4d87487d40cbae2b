import { cleanTexts } from "@balcao/domain/texts";

/** Wraps a payload that jsonb refuses: its exact bytes, as text that jsonb takes. */
export function toRawEnvelope(payload: unknown): { readonly raw: string } {
  return { raw: Buffer.from(JSON.stringify(payload) ?? "null").toString("base64") };
}

/**
 * The payload of a stored event; of one that was kept raw what is left of it once its texts are
 * clean.
 */
export function readStoredPayload(stored: unknown): unknown {
  if (typeof stored !== "object" || stored === null || !("raw" in stored) || typeof stored.raw !== "string") return stored;
  const payload: unknown = JSON.parse(Buffer.from(stored.raw, "base64").toString());
  return cleanTexts(payload);
}
