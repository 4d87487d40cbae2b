/** Files that are converted before they are sent, and how many colours each dot of a picture has. */
export const convertedFiles = {
  name: "0081-convertedFiles",
  sql: `
ALTER TABLE media_job DROP CONSTRAINT media_job_kind_check;
ALTER TABLE media_job ADD CONSTRAINT media_job_kind_check CHECK (kind IN ('prepareVoice', 'convertFile', 'measureVoice'));
ALTER TABLE file ADD COLUMN channels smallint;
`,
} as const;
