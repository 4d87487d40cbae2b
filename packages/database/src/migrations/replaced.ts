import { baseline } from "./baseline.js";

/** The last commit whose migrations lead to the schema of the baseline; it says itself which commit older databases pass through. */
export const PASSAGE = "0a9a1118";

/** What a database of that commit has recorded, in order; its schema is that of the baseline. */
export const REPLACED: readonly string[] = `
  0087-baseline 0089-endedJobs 0090-aiAnswers 0091-lanesTogether 0092-restsOfConnections 0093-refusedSends 0094-sessionKeyCopies
  0095-firstAnswers 0096-metaAgent 0097-accountNotices 0098-unreadContents 0099-messagePricing 0100-recordsApart
  0101-recordsOfBefore 0102-givenRights 0103-plannedMessages 0104-templateFiles 0105-alerts 0106-tagCounts 0107-quarantine
  0108-customersWords 0109-waitingOrder 0110-queueHours 0111-contactOrigins 0112-numberChecks 0113-filmCodecs 0114-pausedSchedules
  0115-notices 0116-snooze 0117-erasures 0118-quickAnswerTexts 0119-secondFactor 0120-pictureFacts 0121-closing 0122-targets
  0123-dueOrder 0124-shares 0125-guests 0126-deeds 0127-savedViews 0128-apiTokens 0129-passwordLinks 0130-outgoingHooks 0131-moving
  0132-viewColumns 0133-adsAndMacros 0136-panelTokens 0137-erasedRows 0139-outsideSends 0141-providerSignIn 0142-passkeys
  0143-movedTickets 0144-movingReports 0146-provenSessions 0147-programRecords 0148-hooksOfTokens 0149-severalAddresses
  0152-unreadKeys 0153-contactPages`
  .trim()
  .split(/\s+/);

/** Whether a name has a number up to the baseline's. */
export const isOfBefore = (name: string): boolean => name.slice(0, 4) <= baseline.name.slice(0, 4);

/** The newest migration of a schema that is older than the baseline; null where there is none. */
export function findOlder(recorded: readonly string[]): string | null {
  const older = asRecordedNow(recorded).filter((name) => isOfBefore(name) && name !== baseline.name);
  return older.sort().at(-1) ?? null;
}

/** Recorded names as this version records them: the baseline in place of all that it replaced. */
export function asRecordedNow(recorded: readonly string[]): readonly string[] {
  const rest = recorded.filter((name) => !REPLACED.includes(name));
  return REPLACED.every((name) => recorded.includes(name)) ? [baseline.name, ...rest] : recorded;
}
