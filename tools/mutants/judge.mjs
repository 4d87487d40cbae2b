/** So many test files are run for a behaviour: those nearest, others that depend on it, the closest stories. */
const NEAREST = 3;
const NEAR = 9;
const STORIES = 5;

/** The test files of a module in the order in which they run, in batches. */
function batchesFor({ near, through }) {
  return [near.slice(0, NEAREST), near.slice(NEAREST, NEAREST + NEAR), through.slice(0, STORIES)].filter((batch) => batch.length > 0);
}

/**
 * Judges one removed behaviour in a copy: `seen` (`by` which test), `not seen`, `no test` below the browser that reaches it, `late` when
 * `limitMs` ran out, `compiler` when it does not compile. `passes(test)` resolves to whether a test passes without any change.
 */
export async function judge(place, { copy, reach, passes, limitMs }) {
  const began = Date.now();
  const answer = (outcome, more = {}) => ({ ...place, outcome, ...more, tookMs: Date.now() - began });
  const removed = (work) => {
    const restore = copy.remove(place);
    return work().finally(restore);
  };
  if (!(await removed(() => copy.compiles(place.file)))) return answer("compiler");
  const batches = batchesFor(reach);
  if (batches.length === 0) return answer("no test");
  for (const batch of batches) {
    let left = batch;
    while (left.length > 0) {
      const leftMs = limitMs - (Date.now() - began);
      if (leftMs <= 0) return answer("late");
      const files = left;
      const { failure, late } = await removed(() => copy.test(files, leftMs));
      if (late) return answer("late");
      if (failure === null) break;
      if (await passes(failure.name)) return answer("seen", { by: failure.name, failure: failure.failure });
      // It fails by itself, so it says nothing.
      left = left.filter((file) => file !== failure.name);
    }
  }
  return answer("not seen", { tests: batches.flat().length });
}
