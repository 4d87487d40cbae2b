import type { Listener, Telling } from "@balcao/application/broadcast";
import { toActor } from "@balcao/application/directory";
import type { House } from "@balcao/application/kernel";
import type { ClientToServer, ServerToClient } from "@balcao/contracts/realtime";
import type { DefaultEventsMap, Socket } from "socket.io";
import { SocketJoins } from "./joins.js";

/** Facts that a socket carries from its handshake. */
export interface SocketFacts {
  readonly userId: number;
  readonly sessionId: string;
}

export type LiveSocketIo = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketFacts>;

/** A connected socket with its joins; knows how to put tellings on the wire. */
export class LiveSocket {
  readonly joins = new SocketJoins();
  /** The counts that it was told last, as text. */
  toldCounts = "";

  constructor(readonly io: LiveSocketIo) {}

  get sessionId(): string {
    return this.io.data.sessionId;
  }

  /** The listener with the rights of now; null when the person is gone or inactive. */
  listener(house: House): Listener | null {
    const actor = toActor(house.directory.current(), this.io.data.userId);
    return actor?.active === true ? { actor, sessionId: this.sessionId, joins: this.joins } : null;
  }

  tell(tellings: readonly Telling[], cursor: string): void {
    for (const telling of tellings) emit(this.io, telling, cursor);
  }
}

/** One switch, so that name and payload stay paired for the compiler. */
function emit(io: LiveSocketIo, telling: Telling, cursor: string): void {
  switch (telling.name) {
    case "ticket":
      return void io.emit("ticket", telling.event, cursor);
    case "appMessage":
      return void io.emit("appMessage", telling.event, cursor);
    case "contact":
      return void io.emit("contact", telling.event, cursor);
    case "whatsapp":
      return void io.emit("whatsapp", telling.event, cursor);
    case "whatsappSession":
      return void io.emit("whatsappSession", telling.event, cursor);
    case "user":
      return void io.emit("user", telling.event, cursor);
    case "queue":
      return void io.emit("queue", telling.event, cursor);
    case "settings":
      return void io.emit("settings", telling.event, cursor);
    case "ticketBot":
      return void io.emit("ticketBot", telling.event, cursor);
    case "template":
      return void io.emit("template", telling.event, cursor);
    case "ticketCounts":
      return void io.emit("ticketCounts", telling.event);
    case "resync":
      return void io.emit("resync");
    case "ready":
      return void io.emit("ready", telling.event);
  }
}
