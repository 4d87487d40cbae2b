import { cleanTexts } from "@balcao/domain/texts";

/** Wraps a payload that jsonb refuses: its exact bytes in base64. */
export function toRawEnvelope(payload: unknown): { readonly raw: string } {
  return { raw: Buffer.from(JSON.stringify(payload) ?? "null").toString("base64") };
}

/**
 * Returns the payload of a stored event; one that was stored raw is returned with cleaned texts.
 */
export function readStoredPayload(stored: unknown): unknown {
  if (typeof stored !== "object" || stored === null || !("raw" in stored) || typeof stored.raw !== "string") return stored;
  const payload: unknown = JSON.parse(Buffer.from(stored.raw, "base64").toString());
  return cleanTexts(payload);
}
