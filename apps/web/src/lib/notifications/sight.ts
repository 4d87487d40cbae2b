import type { Place } from "@balcao/domain/notifications";

/** How long other tabs may take to say what they show, in milliseconds. */
const ANSWER_MS = 150;

/** The conversation of an address, or null. */
export function placeOf(pathname: string): Place | null {
  const [, ticketId = "", chatId = ""] = /^\/tickets\/(\d{1,10})(?:\/(\d{1,10}))?\/?$/i.exec(pathname) ?? [];
  if (Number(chatId) > 0) return { kind: "chat", id: Number(chatId) };
  return Number(ticketId) > 0 ? { kind: "ticket", id: Number(ticketId) } : null;
}

const isPlace = (value: unknown): value is Place =>
  typeof value === "object" && value !== null && "kind" in value && "id" in value && typeof value.id === "number";

/** The part of a BroadcastChannel that tabs need. */
type Channel = Pick<BroadcastChannel, "postMessage" | "close" | "onmessage">;

/** What the tabs of a browser show. */
export interface Sight {
  /** The conversations that are open in visible tabs, this one included. */
  inSight(): Promise<readonly Place[]>;
  close(): void;
}

/** Asks the other tabs what they show at the moment, and answers them; a tab that is gone is silent. */
export function createSight(channel: Channel | null, ownPlace: () => Place | null): Sight {
  const listeners = new Set<(place: Place) => void>();
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const own = data === "ask" ? ownPlace() : null;
      if (own) channel.postMessage(own);
      if (isPlace(data)) listeners.forEach((listen) => listen(data));
    };
  return {
    inSight: async () => {
      const own = ownPlace();
      const places = own ? [own] : [];
      if (!channel) return places;
      const add = (place: Place): void => void places.push(place);
      listeners.add(add);
      channel.postMessage("ask");
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
      listeners.delete(add);
      return places;
    },
    close: () => channel?.close(),
  };
}
