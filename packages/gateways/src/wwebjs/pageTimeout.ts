/** The page or the browser did not answer in time. */
export class PageTimeout extends Error {
  override readonly name = "PageTimeout";
}

/** The result of `work`, or a rejection with PageTimeout after `ms`. A later result is ignored. */
export async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new PageTimeout(`no answer within ${ms} ms`)), Math.max(0, ms));
      }),
    ]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

const FATAL =
  /detached frame|target closed|session closed|execution context was destroyed|protocol error|page crashed|connection closed|browser has disconnected|most likely the page has been closed/i;

/** Whether an error means that the page is lost and only a new browser helps. */
export function isFatal(error: unknown): boolean {
  return FATAL.test(errorText(error));
}

/** An error's message on one line; the library also throws texts. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : typeof error === "string" ? error : "no reason given";
  return (text.split("\n", 1)[0] ?? "").slice(0, 200);
}
