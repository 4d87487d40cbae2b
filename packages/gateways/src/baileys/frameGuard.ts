import type { EventEmitter } from "node:events";

/**
 * Lets each handler of a frame fail alone. The library leaves rejections of its handlers to the process, which would end with the
 * sessions of all other numbers when one frame cannot be decoded; WhatsApp would deliver that frame again at the next login. `onError`
 * is called for each failure.
 */
export function guardFrames(ws: EventEmitter, onError: (event: string, error: unknown) => void): void {
  ws.emit = (event, ...args) => {
    const handlers = ws.rawListeners(event);
    const failed = (error: unknown): void => onError(String(event), error);
    for (const handler of handlers) {
      try {
        void Promise.resolve(Reflect.apply(handler, ws, args)).catch(failed);
      } catch (error) {
        failed(error);
      }
    }
    return handlers.length > 0;
  };
}
