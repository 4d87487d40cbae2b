/** A file that was uploaded for a template belongs to who uploaded it, until a message or a send has it. */
export const templateFiles = {
  name: "0104-templateFiles",
  sql: `
ALTER TABLE file DROP CONSTRAINT file_owner_kind_check;
ALTER TABLE file ADD CONSTRAINT file_owner_kind_check
  CHECK (owner_kind IN ('message', 'contact', 'user', 'quickAnswer', 'chatMessage', 'report', 'company', 'schedule', 'template', 'incoming')) NOT VALID;
`,
} as const;
