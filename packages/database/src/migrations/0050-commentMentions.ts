/** Mentions in comments that the mentioned person has not looked at yet; a row goes when they have. */
export const commentMentions = {
  name: "0050-commentMentions",
  sql: `
CREATE TABLE comment_mention (
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  message_id bigint NOT NULL REFERENCES message ON DELETE CASCADE,
  PRIMARY KEY (user_id, message_id)
);
CREATE INDEX comment_mention_message ON comment_mention (message_id);
`,
} as const;
