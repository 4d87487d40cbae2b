/** A system that an import has read: a product, and the name that its runs have; an exported chat has none that people know. */
export interface MovedSystem {
  readonly product: "whaticket" | "chatwoot" | "whatsapp" | null;
  readonly name: string;
}

/** The system of a source by the name that the journal has, such as `whaticket:old`. */
export function movedSystem(source: string): MovedSystem {
  const [, product, name = ""] = /^(whaticket|chatwoot|chat):(.*)$/s.exec(source) ?? [];
  if (product === "whaticket" || product === "chatwoot") return { product, name };
  return product === "chat" ? { product: "whatsapp", name: "" } : { product: null, name: source };
}
