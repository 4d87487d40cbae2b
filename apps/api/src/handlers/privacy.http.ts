import type { Services } from "@balcao/application/ground/kernel";
import { erasePerson, exportPerson, listErasures, previewErasure, writeCertificate } from "@balcao/application/people/privacy";
import { countAged } from "@balcao/application/roof/housekeeping";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";

/** What laws on personal data ask of a company. */
export function privacyHandlers(services: Services): FeatureHandlers<"privacy"> {
  const run = commandOf(services);
  return {
    preview: run(previewErasure),
    erase: run(erasePerson),
    export: run(exportPerson),
    list: signedIn((ctx) => listErasures(services, ctx)),
    get: run(writeCertificate),
    count: run(countAged),
  };
}
