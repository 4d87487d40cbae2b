import { aliveSessions, type AuthServices } from "@balcao/application/people/auth";
import { WAKE } from "@balcao/application/ground/kernel";
import { createLoop } from "@balcao/platform/loops";
import type { LiveSocket } from "./liveSocket.js";

/** Revocation reaches an open socket within five seconds. */
const CHECK_MS = 4_000;

/**
 * Closes sockets whose session was revoked, now and then and when rights change; returns the end of it. The sessions of all sockets
 * are one query.
 */
export function watchRights(auth: AuthServices, sockets: ReadonlySet<LiveSocket>): () => Promise<void> {
  const { services } = auth;
  const work = async (): Promise<boolean> => {
    if (sockets.size === 0) return false;
    // The cache of people may be nearly five seconds old. It is read again, because this check adds its own interval.
    await services.directory.refresh().catch(() => undefined);
    const checked = [...sockets];
    const alive = await aliveSessions(auth, new Set(checked.map(({ sessionId }) => sessionId)));
    for (const socket of checked) if (!alive.has(socket.sessionId)) socket.io.disconnect(true);
    return false;
  };
  const loop = createLoop({ name: "rights", work, idleMs: CHECK_MS, logger: services.logger });
  const stopListening = services.waker.listen(WAKE.rights, loop.wake);
  loop.start();
  return async () => {
    stopListening();
    await loop.stop();
  };
}
