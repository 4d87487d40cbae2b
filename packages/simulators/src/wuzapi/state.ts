import { numberOf } from "./jid.js";
import type { Activity, ChatMessage, Customer, Group } from "./types.js";
import type { World } from "./world.types.js";

/** A user in the state of the phone page. */
interface UserState {
  readonly id: string;
  readonly token: string;
  readonly name: string;
  readonly available: boolean;
  readonly number: string;
  readonly connected: boolean;
  readonly loggedIn: boolean;
  readonly hasQr: boolean;
  readonly qrExpiresAt: number;
  /**
   * The phone that a pairing code was requested for, "" when none; only the product shows the code
   * itself.
   */
  readonly pairingPhone: string;
}

/** A phone of the company and the token of the user it is linked to, "" when free. */
interface PhoneState {
  readonly number: string;
  readonly name: string;
  readonly linkedTo: string;
}

/** The visible state of a stand-in, including messages. */
export interface WorldState {
  readonly users: readonly UserState[];
  readonly phones: readonly PhoneState[];
  readonly customers: readonly Customer[];
  readonly groups: readonly Group[];
  readonly chats: readonly {
    readonly number: string;
    readonly chat: string;
    readonly typing: "" | "composing" | "recording";
    readonly messages: readonly ChatMessage[];
  }[];
  readonly activity: readonly Activity[];
}

/** A copy of the current state. */
export function stateOf(world: World): WorldState {
  const users = [...world.users.values()];
  return structuredClone({
    users: users.map((user) => {
      const session = world.sessions.get(user.id);
      return {
        id: user.id,
        token: user.token,
        name: user.name,
        available: world.sessions.get(user.id)?.available ?? false,
        number: user.linked ? numberOf(user.jid) : "",
        connected: session?.connected ?? false,
        loggedIn: session?.loggedIn ?? false,
        hasQr: user.qrcode !== "",
        qrExpiresAt: session?.qrExpiresAt ?? 0,
        pairingPhone: session?.pairing?.phone ?? "",
      };
    }),
    phones: [...world.phones.values()].map((phone) => ({
      ...phone,
      linkedTo: users.find((user) => user.linked && numberOf(user.jid) === phone.number)?.token ?? "",
    })),
    customers: [...world.customers.values()],
    groups: [...world.groups.values()],
    chats: [...world.chats.entries()].map(([key, messages]) => {
      const [number = "", chat = ""] = key.split("|");
      return { number, chat, typing: world.typing.get(key) ?? ("" as const), messages };
    }),
    activity: world.activity,
  });
}
