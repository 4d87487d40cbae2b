const TIMES = { ScriptDuration: "script", LayoutDuration: "layout", RecalcStyleDuration: "style", TaskDuration: "all" };
const COUNTS = { LayoutCount: "layouts", RecalcStyleCount: "computations of styles" };

/** Reads what the page's thread has done so far, in milliseconds of processor time. */
export async function watchWork(devtools) {
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    const valueOf = (name) => metrics.find((each) => each.name === name).value;
    return {
      times: Object.entries(TIMES).map(([name, word]) => [word, valueOf(name) * 1000]),
      counts: Object.entries(COUNTS).map(([name, word]) => [word, valueOf(name)]),
    };
  };
}

/** What the thread did between two readings, for each of `steps`. */
export function workPer(steps, before, after) {
  const differences = (kind) => after[kind].map(([word, value], at) => `${word} ${((value - before[kind][at][1]) / steps).toFixed(1)}`);
  return `${differences("times").join(" · ")} ms; ${differences("counts").join(", ")}`;
}
