/**
 * Jobs on a message's file that need no gateway: voice notes are converted before they are sent,
 * and measured.
 */
export const mediaJobs = {
  name: "0011-mediaJobs",
  sql: `
CREATE TABLE media_job (
  message_id bigint PRIMARY KEY REFERENCES message ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('prepareVoice', 'measureVoice')),
  ready_at timestamptz NOT NULL DEFAULT now(),
  attempts smallint NOT NULL DEFAULT 0
);
`,
} as const;
