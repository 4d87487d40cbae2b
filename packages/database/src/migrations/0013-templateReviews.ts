/**
 * The outcome of a template's review becomes a chore, because its webhook has only the name and the
 * rest must be read.
 */
export const templateReviews = {
  name: "0013-templateReviews",
  sql: `
ALTER TABLE gateway_chore DROP CONSTRAINT gateway_chore_kind_check;
ALTER TABLE gateway_chore ADD CONSTRAINT gateway_chore_kind_check
  CHECK (kind IN ('fetchMedia', 'fetchPicture', 'markRead', 'describeGroup', 'rejectCall', 'templateReview'));
`,
} as const;
