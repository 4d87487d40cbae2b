import { Interrupted } from "./refusal.mjs";

const TERMINAL_REFRESH_MS = 200;
const LOG_REFRESH_MS = 5_000;

/** A duration in milliseconds as text for people: `0.4 s`, `12 s`, `3 min 5 s`. */
export function formatDuration(ms) {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** One line about a running step: its title, its progress, its duration so far. */
export function progressLine({ title, detail, elapsedMs }) {
  return `${title}${detail ? `: ${detail}` : ""} (${formatDuration(elapsedMs)})`;
}

/**
 * Shows the long steps of a command. A terminal gets one line that is rewritten, a log gets a line at the start,
 * one every five seconds and one at the end.
 */
export function createProgress({ out = process.stdout, now = Date.now } = {}) {
  const terminal = out.isTTY === true;
  const running = new Map();
  let shown = false;
  let timer;

  const erase = () => {
    if (shown) out.write("\r\u001b[2K");
    shown = false;
  };
  const draw = () => {
    if (!terminal || running.size === 0) return;
    erase();
    const line = [...running.values()].map((step) => progressLine({ ...step, elapsedMs: now() - step.since })).join(" · ");
    out.write(line.slice(0, Math.max(20, (out.columns ?? 80) - 1)));
    shown = true;
  };
  const say = (line) => {
    erase();
    out.write(`${line}\n`);
    draw();
  };
  const tick = () => {
    if (terminal) return draw();
    for (const step of running.values()) {
      if (now() - step.printed < LOG_REFRESH_MS) continue;
      step.printed = now();
      say(`  ${progressLine({ ...step, elapsedMs: now() - step.since })}`);
    }
  };

  return {
    say,
    /** Runs `work(update)` and shows it until it ends; `update(text)` sets the text of its progress. */
    async step(title, work) {
      const step = { title, detail: "", since: now(), printed: now() };
      running.set(step, step);
      if (!terminal) say(`${title} …`);
      timer ??= setInterval(tick, TERMINAL_REFRESH_MS);
      let outcome = "failed";
      try {
        const result = await work((detail) => void (step.detail = detail));
        outcome = "done";
        return result;
      } catch (error) {
        if (error instanceof Interrupted) outcome = "stopped";
        throw error;
      } finally {
        running.delete(step);
        if (running.size === 0) timer = void clearInterval(timer);
        erase();
        const detail = [step.detail, outcome].filter(Boolean).join(", ");
        say(progressLine({ title, detail, elapsedMs: now() - step.since }));
      }
    },
  };
}
