/** The outcome of a template's review is a chore: its news bring a name, the list of the account the rest. */
export const templateReviews = {
  name: "0013-templateReviews",
  sql: `
ALTER TABLE gateway_chore DROP CONSTRAINT gateway_chore_kind_check;
ALTER TABLE gateway_chore ADD CONSTRAINT gateway_chore_kind_check
  CHECK (kind IN ('fetchMedia', 'fetchPicture', 'markRead', 'describeGroup', 'rejectCall', 'templateReview'));
`,
} as const;
