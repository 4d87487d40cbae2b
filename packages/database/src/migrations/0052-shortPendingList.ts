/**
 * Messages that are not merged into the index of words yet are a list that every search reads and that one unlucky message merges: up to
 * 4 MB, some 4,000 messages. A short list costs each message the same (docs/PERFORMANCE.md).
 */
export const shortPendingList = {
  name: "0052-shortPendingList",
  steps: [`ALTER INDEX message_search SET (gin_pending_list_limit = 256)`, `SELECT gin_clean_pending_list('message_search')`],
} as const;
