import { patience } from "@balcao/testing/patience";
import { LiveSocket, type LiveSocketIo } from "./liveSocket.js";

/** A socket of Davi's; `hear` receives each packet that is written to it. */
export function openLiveSocket(hear: (packet: unknown) => void): LiveSocket {
  const io = {
    data: { userId: 1, sessionId: "s", resumes: true },
    on: () => undefined,
    nsp: { name: "/" },
    conn: { readyState: "open", transport: { name: "polling" }, write: hear },
  };
  // What is used of a socket.io socket is all here.
  return new LiveSocket(io as unknown as LiveSocketIo, () => "");
}

export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + patience(20_000);
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("The condition never came true.");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
