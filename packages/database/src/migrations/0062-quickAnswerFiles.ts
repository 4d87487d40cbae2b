/** Several files of a quick answer: the first one stays in its column, the others follow in their order. */
export const quickAnswerFiles = {
  name: "0062-quickAnswerFiles",
  sql: `ALTER TABLE quick_answer ADD COLUMN more_file_ids uuid[] NOT NULL DEFAULT '{}';`,
} as const;
