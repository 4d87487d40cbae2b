import type { Actor } from "@balcao/domain/access";
import type { House } from "../kernel/index.js";
import { presenterFor } from "../tickets/index.js";
import { createAudience } from "./audience.js";
import type { Joins, Telling } from "./listener.js";
import type { News } from "./readNews.js";
import { tellOther } from "./tell.js";
import { tellTicket } from "./tellTicket.js";

/** Somebody who listens: the rights of now, the session that file addresses are made out to, and the joins. */
export interface Listener {
  readonly actor: Actor;
  readonly sessionId: string;
  readonly joins: Joins;
}

/** Prepares a batch of news for many listeners; call the result once for each. The rights are those of the directory at this moment. */
export function prepareBroadcast(house: House, news: readonly News[]): (listener: Listener) => Telling[] {
  const { settings } = house.directory.current();
  const prepared = news.map((item) => ({ item, audience: item.topic === "ticket" ? createAudience(item, settings) : null }));
  return ({ actor, sessionId, joins }) => {
    const presenter = presenterFor(house, sessionId);
    return prepared.flatMap(({ item, audience }) =>
      item.topic === "ticket" ? (audience ? tellTicket(item, audience(actor), joins, presenter) : []) : tellOther(item, actor, presenter),
    );
  };
}
