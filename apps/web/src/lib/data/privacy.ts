import { REPORT_LANGUAGES, type ReportLanguage } from "@balcao/contracts/reports";
import { queryOptions } from "@tanstack/react-query";
import { call, download } from "../api";

/** The language of files for people, which is the shown one. */
export const toFileLanguage = (language: string): ReportLanguage => REPORT_LANGUAGES.find((each) => language.startsWith(each)) ?? "pt";

/** What an erasure of a person would delete; asked again each time. */
export const erasurePreviewQuery = (contactId: number) =>
  queryOptions({
    queryKey: ["erasurePreview", contactId],
    queryFn: ({ signal }) => call("privacy", "preview", { params: { contactId } }, { signal }),
    gcTime: 0,
  });

/** The last erasures. */
export const erasuresQuery = queryOptions({
  queryKey: ["erasures"],
  queryFn: ({ signal }) => call("privacy", "list", {}, { signal }),
});

/** Lets the browser save the certificate of an erasure. */
export const saveCertificate = (erasureId: number, language: string): Promise<void> =>
  download("privacy", "get", { params: { erasureId }, body: { language: toFileLanguage(language) } });
