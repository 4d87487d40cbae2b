/** A temporary password ends: until when it signs in (D-274). Those of before are given the usual time from now on. */
export const temporaryPasswords = {
  name: "0087-temporaryPasswords",
  sql: `
ALTER TABLE user_account ADD COLUMN temporary_until timestamptz;
UPDATE user_account SET temporary_until = now() + interval '72 hours' WHERE must_change_password;
`,
} as const;
