import { readVersion } from "@balcao/platform/startup";

/** The version of this package. */
export const ownVersion = (): Promise<string> => readVersion(new URL("../package.json", import.meta.url));
