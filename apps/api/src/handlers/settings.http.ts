import { confirmPassword, type AuthServices } from "@balcao/application/people/auth";
import { checkStoredFiles, countStoredFiles, deleteOrphanFiles } from "@balcao/application/inbox/files";
import { changeLogo, changeSetting, listSettings, testPanel } from "@balcao/application/company/settings";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";

/** Settings, and the files of the product. */
export function settingHandlers(auth: AuthServices): FeatureHandlers<"settings"> {
  const { services } = auth;
  const run = commandOf(services);
  return {
    list: run(listSettings),
    change: run(changeSetting),
    logo: signedIn((ctx, input, { files }) => changeLogo(services, ctx, input, files)),
    testPanel: run(testPanel),
    checkFiles: run(checkStoredFiles),
    countFiles: signedIn(() => countStoredFiles(services)),
    deleteFiles: signedIn(async (ctx, { sealedPassword, note }) => {
      await confirmPassword(auth, ctx, sealedPassword);
      return deleteOrphanFiles(services, ctx, { note });
    }),
  };
}
