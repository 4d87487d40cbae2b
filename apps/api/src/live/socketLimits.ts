/** How many connections one session and one address may have at this process. */
export interface SocketLimits {
  readonly perSession: number;
  readonly perAddress: number;
}

/** The documented client opens some sockets per page; an office or a proxy is one address. */
export const SOCKET_LIMITS: SocketLimits = { perSession: 100, perAddress: 3_000 };

/** Counts open connections per key, up to a limit. */
export class OpenCount {
  private readonly counts = new Map<string, number>();

  constructor(private readonly most: number) {}

  hasRoom(key: string): boolean {
    return (this.counts.get(key) ?? 0) < this.most;
  }

  /** Counts one connection until `closed` is called, once or several times. */
  add(key: string, onClose: (closed: () => void) => void): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    let isOpen = true;
    onClose(() => {
      if (!isOpen) return;
      isOpen = false;
      const left = (this.counts.get(key) ?? 1) - 1;
      if (left > 0) this.counts.set(key, left);
      else this.counts.delete(key);
    });
  }
}
