/**
 * The files that take longest, by the ends of their paths, the slowest first. Jest knows durations only of an earlier run and starts large
 * files first without them; a small file of many seconds would then run alone at the end.
 */
export const SLOW_FILES = [
  "packages/gateways/src/conformance/wwebjs.test.ts",
  "packages/gateways/src/conformance/wwebjsFaults.test.ts",
  "apps/api/src/stories/webhooks.story.test.ts",
  "packages/gateways/src/conformance/baileys.test.ts",
  "apps/api/src/hostileInput.story.test.ts",
  "packages/application/src/roof/backup/backup.test.ts",
  "apps/api/src/stories/massSendFaults.story.test.ts",
  "packages/application/src/roof/backup/backupGuards.test.ts",
  "packages/platform/src/spreadsheets/readSheet.test.ts",
  "apps/api/src/accessMatrix/accessMatrix.story.test.ts",
  "apps/api/src/stories/ownSessions.story.test.ts",
  "scripts/launcher/backup.test.mjs",
  "packages/application/src/roof/startup/readReplica.test.ts",
  "packages/simulators/src/relay/relay.test.ts",
  "scripts/testRun/native/runner.test.mjs",
];

const rankOf = ({ path }) => {
  const rank = SLOW_FILES.findIndex((file) => path.endsWith(file));
  return rank === -1 ? SLOW_FILES.length : rank;
};

/** The tests with the slowest files first, and the others in their order. */
export function slowFirst(tests) {
  return [...tests].sort((one, other) => rankOf(one) - rankOf(other));
}
