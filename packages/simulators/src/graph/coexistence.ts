import { metadataOf } from "./agent.js";
import { toSeconds } from "./clock.js";
import type { Json } from "./types.js";
import type { GraphWebhooks } from "./webhooks.js";
import { firstNumber, type GraphWorld } from "./world.js";

/**
 * The WhatsApp Business app beside the API: what its owner does there comes as `smb_message_echoes`, `history` and
 * `smb_app_state_sync`, in the forms of Meta's references of these webhooks.
 */
export function createCoexistenceControl(world: GraphWorld, webhooks: GraphWebhooks) {
  const send = (field: string, value: Json): Promise<boolean> => {
    const number = firstNumber(world);
    return webhooks.deliver({ wabaId: number.wabaId, field, value: { ...metadataOf(number), ...value } });
  };
  const own = (): string => firstNumber(world).display.replace(/\D/g, "");
  return {
    /** The owner writes, edits, deletes or reacts: `fields` has the type and what is below its name. */
    ownerDoes: ({ to, ...fields }: { to: string } & Json): { readonly id: string; readonly attempt: Promise<boolean> } => {
      const id = world.nextWamid();
      const echo = { from: own(), to, id, timestamp: toSeconds(world.clock.now()), ...fields };
      return { id, attempt: send("smb_message_echoes", { message_echoes: [echo] }) };
    },
    /** A chunk of the history of one customer: messages of either side, some time ago. */
    history: ({
      from,
      messages,
      progress,
    }: {
      from: string;
      messages: readonly { readonly id: string; readonly fromMe?: boolean; readonly agoMs: number; readonly fields: Json }[];
      progress: number;
    }): Promise<boolean> => {
      const past = messages.map(({ id, fromMe = false, agoMs, fields }) => ({
        from: fromMe ? own() : from,
        ...(fromMe ? { to: from } : {}),
        id,
        timestamp: toSeconds(world.clock.now() - agoMs),
        ...fields,
        history_context: { status: fromMe ? "READ" : "PENDING" },
      }));
      return send("history", { history: [{ metadata: { phase: 0, chunk_order: 1, progress }, threads: [{ id: from, messages: past }] }] });
    },
    savesContact: ({ phone, name }: { phone: string; name: string }): Promise<boolean> =>
      send("smb_app_state_sync", {
        state_sync: [
          {
            type: "contact",
            contact: { full_name: name, first_name: name.split(" ")[0] ?? "", phone_number: phone },
            action: "add",
            metadata: { timestamp: toSeconds(world.clock.now()) },
          },
        ],
      }),
    /** A customer stops or resumes marketing messages in WhatsApp. */
    prefers: ({ from, value }: { from: string; value: "stop" | "resume" }): Promise<boolean> =>
      send("user_preferences", {
        contacts: [{ profile: { name: "Cliente" }, wa_id: from }],
        user_preferences: [
          {
            wa_id: from,
            detail: `User requested to ${value} marketing messages`,
            category: "marketing_messages",
            value,
            timestamp: Math.floor(world.clock.now() / 1_000),
          },
        ],
      }),
  };
}
