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
async function judge(place, { copy, reach, passes, limitMs }) {
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

/**
 * Judges the first `count` drawn behaviours that compile, `jobs` at a time, and resolves with them in the order of the draw. What the
 * journal knows is not judged again; with no jobs nothing else is. An aborted `signal` ends it with those that are done.
 */
export async function judgeDrawn(drawn, { count, jobs, minutes, journal, signal, reachOf, openCopy, onResult }) {
  const order = [];
  let counted = 0;
  let running = 0;
  let waiting = [];
  const wake = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  /** The next behaviour that has to be judged; waits while those that run may still turn out not to compile. */
  const next = async () => {
    while (!signal.aborted) {
      if (counted >= count) return undefined;
      if (counted + running >= count) {
        if (jobs === 0) return undefined;
        await new Promise((resolve) => (waiting = [...waiting, resolve]));
        continue;
      }
      const { value: place, done } = drawn.next();
      if (done) return undefined;
      order.push(place);
      const known = journal.get(place.id);
      if (!known) {
        running += 1;
        return place;
      }
      if (known.outcome !== "compiler") counted += 1;
    }
    return undefined;
  };
  const lane = async () => {
    let copy;
    for (let place = await next(); place !== undefined; place = await next()) {
      try {
        copy ??= openCopy();
        const passes = (test) => passesAlone(test, { copy, journal, limitMs: minutes * 60_000 });
        const result = await judge(place, { copy, reach: reachOf(place.file), passes, limitMs: minutes * 60_000 });
        journal.add(result);
        if (result.outcome !== "compiler") counted += 1;
        onResult(result);
      } finally {
        running -= 1;
        wake();
      }
    }
    wake();
  };
  if (jobs === 0) while ((await next()) !== undefined);
  const ended = await Promise.allSettled(Array.from({ length: jobs }, lane));
  const failure = ended.find(({ status }) => status === "rejected");
  if (failure && !signal.aborted) throw failure.reason;
  return order.flatMap((place) => {
    const known = journal.get(place.id);
    // The place is read anew, because its line and offset move with the text before it.
    return known && known.outcome !== "compiler" ? [{ ...known, ...place }] : [];
  });
}

/** Whether a test file passes without any change; each is asked once. */
async function passesAlone(test, { copy, journal, limitMs }) {
  const known = journal.get(test);
  if (known) return known.outcome === "passes";
  const { failure, late } = await copy.test([test], limitMs);
  const passes = failure === null && !late;
  journal.add({ id: test, outcome: passes ? "passes" : "fails alone" });
  return passes;
}
