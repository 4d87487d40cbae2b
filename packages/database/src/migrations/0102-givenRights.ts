/** Rights of single persons to send to many and to maintain what all share, and who made what all share (D-269). */
export const givenRights = {
  name: "0102-givenRights",
  sql: `
ALTER TABLE user_account ADD COLUMN send_to_many boolean NOT NULL DEFAULT false, ADD COLUMN maintain boolean NOT NULL DEFAULT false;
ALTER TABLE tag ADD COLUMN user_id int REFERENCES user_account ON DELETE SET NULL;
ALTER TABLE question ADD COLUMN user_id int REFERENCES user_account ON DELETE SET NULL;
ALTER TABLE quick_answer ADD COLUMN user_id int REFERENCES user_account ON DELETE SET NULL;
`,
} as const;
