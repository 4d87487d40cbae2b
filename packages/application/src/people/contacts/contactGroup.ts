import { formatPhone, isSamePhone, phoneForms } from "@balcao/domain/contacts";
import { addressesOf, peerKey, type PeerId } from "@balcao/domain/messages";
import { AppError } from "@balcao/contracts/errors";
import type { GroupView } from "@balcao/contracts/contacts";
import { getGroupAddress, listContactsByAddresses, type AddressKey } from "@balcao/database/contacts";
import { askGateway } from "../../ground/gatewayCalls/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/**
 * Returns the current participants of a group from its network [API-050, CONTACT-002]. Those with a
 * contact are shown under the contact's name, our own number under the connection's.
 */
export async function getContactGroup(services: Services, ctx: Ctx, { contactId }: { readonly contactId: number }): Promise<GroupView> {
  const { sql } = services.database;
  const address = await getGroupAddress(sql, contactId);
  if (!address) throw new AppError("ERR_NO_CONTACT_FOUND");
  const { connectionId, value } = address;
  const group = await askGateway(services, ctx, { connectionId, kind: "group", input: { chat: peerKey({ group: value }) } });
  const keys = group.participants.flatMap(({ peer }) => keysOf(connectionId, peer));
  const known = new Map((await listContactsByAddresses(sql, keys)).map((row) => [`${row.kind}:${row.value}`, row]));
  const own = services.directory.current().connections.get(connectionId);
  const participants = group.participants.map(({ peer, name, admin }) => {
    // Our own number is no contact; it is called like its connection.
    if (own && peer.phone !== undefined && isSamePhone(peer.phone, own.number ?? ""))
      return { id: peerKey(peer), name: own.name, admin, contactId: null };
    const contact = keysOf(connectionId, peer).flatMap((key) => known.get(`${key.kind}:${key.value}`) ?? [])[0];
    return { id: peerKey(peer), name: contact?.name ?? name ?? nameOf(peer), admin, contactId: contact?.id ?? null };
  });
  return { participants: participants.sort((a, b) => a.name.localeCompare(b.name, "pt")), desc: group.description };
}

function keysOf(connectionId: number, peer: PeerId): AddressKey[] {
  return addressesOf(peer).flatMap(({ kind, value }): AddressKey[] =>
    kind === "phone" ? phoneForms(value).map((form) => ({ connectionId: 0, kind, value: form })) : [{ connectionId, kind, value }],
  );
}

const nameOf = ({ phone }: PeerId): string => (phone === undefined ? "Participante" : formatPhone(phone));
