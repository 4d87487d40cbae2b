/** Reads the next batch while one is written; what the reading throws is thrown when its turn comes. */
export async function* readAhead<T>(batches: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = batches.next();
  next.catch(() => undefined);
  try {
    for (;;) {
      const read = await next;
      if (read.done === true) return;
      next = batches.next();
      next.catch(() => undefined);
      yield read.value;
    }
  } finally {
    await batches.return(undefined).catch(() => undefined);
  }
}
