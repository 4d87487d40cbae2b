/** The files that take longest, longest first, as `npm test` prints them; one that is missing costs the end of a run some seconds. */
const LONGEST = [
  "conformance/wwebjsFaults",
  "stories/massSendFaults.story",
  "stories/numberChecks.story",
  "conformance/baileys",
  "stories/outside.story",
  "accessMatrix/leaks.story",
  "testRun/native/runner",
  "stories/monitoring.story",
  "startup/readReplica",
  "launcher/backup",
  "stories/contactSheets.story",
  "stories/ownSessions.story",
  "backup/backup",
  "stories/crash.story",
  "conformance/wwebjs",
  "spreadsheets/readSheet",
  "stories/files.story",
  "commands/importFrom",
  "stories/outbound.story",
  "accessMatrix/accessMatrix.story",
  "stories/traces.story",
  "stories/schedules.story",
  "schedules/runDueSchedules",
  "conformance/meow",
  "stories/targets.story",
  "conformance/cloudApi",
].map((name) => `/${name}.test.`);

const placeOf = ({ path }) => {
  const place = LONGEST.findIndex((name) => path.includes(name));
  return place < 0 ? LONGEST.length : place;
};

/**
 * Test files in the order in which they begin: those that take long first, so that no lane runs one when the others have ended. Jest's
 * own order is that of earlier durations, or of sizes where there are none, and a small file may drive a large suite.
 */
export const longestFirst = (tests) =>
  tests.every(({ duration }) => duration !== undefined) ? tests : tests.toSorted((one, other) => placeOf(one) - placeOf(other));
