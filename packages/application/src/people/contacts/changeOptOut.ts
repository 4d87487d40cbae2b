import { AppError } from "@balcao/contracts/errors";
import type { ContactView } from "@balcao/contracts/contacts";
import { deleteOptOut, insertOptOut } from "@balcao/database/contacts";
import { Contact } from "@balcao/database/models";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { getContact } from "./readContacts.js";

interface ContactId {
  readonly contactId: number;
}

/**
 * Makes the handler that records that a contact wants no mass sends and schedules, or that it gets
 * them again (added calls). A repeat changes nothing and keeps the first date.
 */
export const changeOptOut =
  (action: "optOut" | "optIn") =>
  async (services: Services, ctx: Ctx, { contactId }: ContactId): Promise<ContactView> => {
    await command(services, ctx, async (unit) => {
      const contact = await Contact.findByPk(contactId, { transaction: unit.orm, lock: true });
      if (!contact || contact.isGroup) throw new AppError("ERR_NO_CONTACT_FOUND");
      const isChanged =
        action === "optOut"
          ? await insertOptOut(unit, contactId, { at: ctx.now, reason: "person", word: "" })
          : await deleteOptOut(unit, contactId);
      if (!isChanged) return { audit: "unchanged", result: null };
      await unit.live("contact", { id: contactId, action: "update" });
      return { audit: { action: `contact.${action}`, contactId, description: contact.name }, result: null };
    });
    return getContact(services, ctx, { contactId });
  };
