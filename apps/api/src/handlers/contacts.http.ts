import {
  changeContact,
  changeOptOut,
  clearContacts,
  createContact,
  deleteContacts,
  deleteContact,
  exportContacts,
  exportDelegations,
  findOrCreateContact,
  getContact,
  getContactGroup,
  importContacts,
  importDelegations,
  listContactMerges,
  listContacts,
  listDuplicates,
  mergeByHand,
  previewMerge,
  separateContacts,
  tagContacts,
  undoMerge,
} from "@balcao/application/people/contacts";
import type { Services } from "@balcao/application/ground/kernel";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";

/** Contacts of customers. */
export function contactHandlers(services: Services): FeatureHandlers<"contacts"> {
  const run = commandOf(services);
  return {
    list: run(listContacts),
    get: run(getContact),
    group: run(getContactGroup),
    change: run(changeContact),
    create: run(createContact),
    optOut: run(changeOptOut("optOut")),
    optIn: run(changeOptOut("optIn")),
    delete: run(deleteContact),
    changeMany: run(tagContacts),
    deleteMany: run(deleteContacts),
    clear: run(clearContacts),
    import: signedIn((ctx, input, { files }) => importContacts(services, ctx, input, files)),
    importDelegations: signedIn((ctx, input, { files }) => importDelegations(services, ctx, input, files)),
    export: run(exportContacts),
    exportDelegations: run(exportDelegations),
    duplicates: signedIn((ctx) => listDuplicates(services, ctx)),
    previewMerge: run(previewMerge),
    merge: run(mergeByHand),
    separate: run(separateContacts),
    merges: run(listContactMerges),
    undoMerge: run(undoMerge),
    findOrCreate: run(findOrCreateContact),
  };
}
