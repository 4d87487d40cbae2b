/** Resolves with `value` after `ms`, or never once `cancel` is aborted. */
export function pause<T = void>(ms: number, value?: T, cancel?: AbortController): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(value as T), ms);
    cancel?.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
}
