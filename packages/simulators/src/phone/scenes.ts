import type { InboundInput, WuzapiControl } from "../wuzapi/index.js";

/** What a customer does at one step: a message, or something done to the one that was sent `of` steps before. */
type Step = Omit<InboundInput, "token" | "from" | "edit" | "revoke" | "quoted"> & {
  readonly does?: "edit" | "revoke" | "quoted";
  readonly of?: number;
};

const PLACE = { latitude: -23.56142, longitude: -46.65588, name: "Avenida Paulista, 1578" };

/** Ready-made conversations of a customer, in the order in which they are written. */
export const SCENES: Readonly<Record<string, readonly Step[]>> = {
  question: [{ text: "Bom dia! 👋" }, { text: "Vocês têm o *modelo azul* no tamanho 42?" }, { kind: "sticker" }],
  order: [
    { text: "Quero fazer um pedido:\n- 2 camisetas _pretas_\n- 1 boné ~vermelho~ azul" },
    { kind: "image", text: "Igual a este", media: { sample: "photo" } },
    { kind: "audio", media: { sample: "voice" } },
    { text: "Entregam neste endereço?" },
    { kind: "location", location: PLACE },
  ],
  mistake: [
    { text: "Meu pedido é o 1024" },
    { does: "edit", of: 1, text: "Meu pedido é o 1042" },
    { text: "Mensagem para outra pessoa" },
    { does: "revoke", of: 1 },
    { does: "quoted", of: 4, text: "É sobre este aqui" },
  ],
  hurry: [{ text: "Oi" }, { text: "Oi???" }, { text: "Tem alguém aí?" }, { text: "*Preciso de ajuda agora*" }, { text: "🙏" }],
};

/**
 * Plays a scene on the customer's phone: each step is one webhook, sent after the one before was
 * accepted or refused. Ends without a word when the number is unlinked meanwhile.
 */
export async function playScene(control: WuzapiControl, who: { token: string; from: string }, steps: readonly Step[]): Promise<void> {
  const ids: string[] = [];
  for (const { does, of = 0, ...content } of steps) {
    const target = ids.at(-of) ?? "";
    const { id, attempt } = control.inbound({ ...who, ...content, ...(does !== undefined && { [does]: target }) });
    ids.push(id);
    await attempt;
  }
}
