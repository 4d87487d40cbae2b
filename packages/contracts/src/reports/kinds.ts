export const REPORT_KINDS = ["ticket", "contact", "queue", "user", "target", "message"] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** The languages of a report's own words. */
export const REPORT_LANGUAGES = ["pt", "en", "es"] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];
