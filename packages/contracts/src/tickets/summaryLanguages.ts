/** The languages in which a conversation can be summarized. */
export const SUMMARY_LANGUAGES = ["pt", "en", "es"] as const;
export type SummaryLanguage = (typeof SUMMARY_LANGUAGES)[number];
