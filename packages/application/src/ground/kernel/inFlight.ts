import type { AppError } from "@balcao/contracts/errors";

/** Limits how much runs at the same time per key in this process. */
export class InFlight {
  readonly #running = new Map<string, number>();

  /** `toRefusal` makes the error for what exceeds `most` per key. */
  constructor(
    private readonly most: number,
    private readonly toRefusal: () => AppError,
  ) {}

  /** Runs `work`; throws the refusal instead while the key has as many running as it may. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.most) throw this.toRefusal();
    this.#running.set(key, running + 1);
    try {
      return await work();
    } finally {
      const left = (this.#running.get(key) ?? 1) - 1;
      if (left > 0) this.#running.set(key, left);
      else this.#running.delete(key);
    }
  }
}
