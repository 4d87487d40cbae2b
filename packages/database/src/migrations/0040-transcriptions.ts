/** What an AI server heard in an audio message. */
export const transcriptions = {
  name: "0040-transcriptions",
  sql: "ALTER TABLE message ADD COLUMN transcription text;",
} as const;
