import { GatewayError } from "../port/index.js";

/** The browsers that one process runs: each takes 300 to 500 MB, so their number is capped (gateways.md B.6). */
export class BrowserSlots {
  readonly #holders = new Set<number>();

  constructor(private readonly max: number) {}

  /** For administrators, of a connection that finds no place. */
  get fullReason(): string {
    return `Este servidor já mantém ${String(this.max)} sessões da API 1, o limite de WWEBJS_SESSIONS_MAX. Aumente o limite, inicie outro worker ou desconecte uma delas.`;
  }

  /** Takes a place for a connection. Throws a sentence for administrators when all are taken. */
  take(connectionId: number): void {
    if (!this.#holders.has(connectionId) && this.#holders.size >= this.max) {
      throw new GatewayError("unreachable", this.fullReason);
    }
    this.#holders.add(connectionId);
  }

  free(connectionId: number): void {
    this.#holders.delete(connectionId);
  }
}
