export const RECEIVED = new Date("2026-11-21T12:00:10Z");
export const AT = new Date("2026-11-21T12:00:00Z");
export const SECONDS = String(AT.getTime() / 1000);
export const CUSTOMER = "5511988887777";
export const BSUID = "BR.15020000000";

/** A change as Meta documents it. */
export function change(value: object, field = "messages"): { field: string; value: object; receivedAt: string } {
  const metadata = { display_phone_number: "5511970000001", phone_number_id: "106540352242922" };
  return { field, value: { messaging_product: "whatsapp", metadata, ...value }, receivedAt: RECEIVED.toISOString() };
}

/** A message of a customer in such a change; without a contact where `contact` is null. */
export const message = (fields: object, contact: object | null = { profile: { name: "Rui" }, wa_id: CUSTOMER, user_id: BSUID }) =>
  change({
    ...(contact === null ? {} : { contacts: [contact] }),
    messages: [{ from: CUSTOMER, from_user_id: BSUID, id: "wamid.1", timestamp: SECONDS, ...fields }],
  });

/** The customer as the peer of a conversation. */
export const chat = { phone: CUSTOMER, bsuid: BSUID };
