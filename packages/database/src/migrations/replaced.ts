import { baseline } from "./baseline.js";

/** The last commit whose migrations lead from any earlier schema to that of the baseline. */
export const PASSAGE = "5b9bdf74";

/** What versions before the baseline recorded, in order; their schema is that of the baseline when all of it is there. */
export const REPLACED: readonly string[] = `
  0001-people 0002-conversations 0003-journals 0004-notes 0005-sessionKeys 0007-connectionGaps 0008-reactions 0009-lateNews
  0010-standIns 0011-mediaJobs 0012-sessionWorkers 0013-templateReviews 0014-gapsResolved 0015-gapHistory 0016-accountChecks
  0017-retention 0018-keptPromises 0019-sealedEdits 0020-droppedByMeta 0021-messageSearch 0022-auditRelated 0023-quickAnswers
  0024-historyOwners 0025-waitingSince 0026-messageTraces 0027-adSource 0028-flow 0029-ratings 0030-protocols 0031-questions
  0032-contactMessages 0033-administration 0034-sendRuns 0035-chats 0036-pushes 0037-dashboard 0038-reports 0039-sendProtection
  0040-transcriptions 0041-backups 0042-connectionActivity 0043-sessionPresence 0044-mergesAndJobs 0045-sendContents
  0046-laneFunctions 0047-contactSearch 0048-orphansOfSends 0049-oneRecount 0050-commentMentions 0051-manyRows
  0052-shortPendingList 0053-partitionKeys 0054-liveEventDays 0055-auditYears 0056-auditArchives 0057-rowFacts
  0059-quickAnswerScopes 0060-lastMessageMedia 0062-quickAnswerFiles 0063-auditFilters 0064-sparserIndexes 0065-auditSends
  0066-laneAcks 0070-choresOfNumbers 0073-pushObjects 0075-addressAges 0076-sendDestinations 0077-endsAndLocks 0078-messageKeys
  0080-plannedParts 0081-convertedFiles 0082-numberSearch 0083-canonicalNumbers 0084-unknownEvents 0087-temporaryPasswords`
  .trim()
  .split(/\s+/);

/** The newest migration of a schema that is older than the baseline; null where there is none. */
export function findOlder(recorded: readonly string[]): string | null {
  const known = REPLACED.filter((name) => recorded.includes(name));
  return known.length < REPLACED.length ? (known.at(-1) ?? null) : null;
}

/** Recorded names as this version records them: the baseline in place of all that it replaced. */
export function asRecordedNow(recorded: readonly string[]): readonly string[] {
  const rest = recorded.filter((name) => !REPLACED.includes(name));
  return REPLACED.every((name) => recorded.includes(name)) ? [baseline.name, ...rest] : recorded;
}
