import { CAPABILITIES } from "@balcao/domain/connections";
import { canonicalPhone, formatPhone, isContactNumber, phoneForms } from "@balcao/domain/contacts";
import { LIMITS } from "@balcao/domain/limits";
import { AppError } from "@balcao/contracts/errors";
import type { ImportedContact } from "@balcao/database/contacts";
import type { DirectoryConnectionRow } from "@balcao/database/directory";
import type { SavedContact } from "@balcao/gateways/port";
import { askGateway } from "../../ground/gatewayCalls/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/** Control characters, and marks that turn the direction of the text around a name. */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

interface AddressBook {
  readonly connectionId: number;
  readonly rows: readonly ImportedContact[];
  /** Saved people without a usable number, and further entries of a number. */
  readonly leftOut: number;
}

/**
 * Reads the address book of the phone of the person's default connection, else of the default
 * connection. Throws ERR_NO_DEF_WAPP_FOUND when there is neither, ERR_GATEWAY with
 * its sentence when the connector has no address book, and the errors of `askGateway`.
 */
export async function readAddressBook(services: Services, ctx: Ctx): Promise<AddressBook> {
  const { id: connectionId, api } = connectionOf(services, ctx);
  if (!CAPABILITIES[api].addressBook) throw new AppError("ERR_GATEWAY", { sentence: "ERR_GATEWAY_NO_ADDRESS_BOOK" });
  const { contacts } = await askGateway(services, ctx, { connectionId, kind: "addressBook", input: null });
  const rows = toImportedContacts(contacts);
  return { connectionId, rows, leftOut: contacts.length - rows.length };
}

function connectionOf(services: Services, { actor }: Ctx): DirectoryConnectionRow {
  const { users, connections } = services.directory.current();
  const own = connections.get(users.get(actor.id)?.defaultConnectionId ?? 0);
  const found = own ?? [...connections.values()].find(({ isDefault }) => isDefault);
  if (!found) throw new AppError("ERR_NO_DEF_WAPP_FOUND");
  return found;
}

/** The saved people as contacts: the first entry of each number; nobody without a number. */
function toImportedContacts(saved: readonly SavedContact[]): ImportedContact[] {
  const byNumber = new Map<string, ImportedContact>();
  for (const { peer, name } of saved) {
    if (peer.phone === undefined || !isContactNumber(peer.phone)) continue;
    const [number = peer.phone, otherForm = number] = phoneForms(canonicalPhone(peer.phone));
    if (byNumber.has(number)) continue;
    byNumber.set(number, { name: toContactName(name, number), number, otherForm, email: "", autoReply: true, tagIds: [] });
  }
  return [...byNumber.values()];
}

/** The saved name within the limits of a contact's name: cut when it is too long, the number when it is too short. */
function toContactName(saved: string, number: string): string {
  const { min, max } = LIMITS.contact.name;
  const name = [...saved.replace(INVISIBLE, " ").replace(/\s+/g, " ").trim()];
  const cut = name
    .slice(0, max)
    .join("")
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
  return cut.length < min ? formatPhone(number) : cut;
}
