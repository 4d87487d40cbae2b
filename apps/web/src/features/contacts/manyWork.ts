/** What is done to the marked contacts after a question. */
export type ManyWork = "tag" | "untag" | "delete";
