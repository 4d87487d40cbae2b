import { lazyWithTexts } from "../../i18n/lazyWithTexts";

/** The dialog that changes one's own password, loaded when it is opened. */
export const PasswordDialog = lazyWithTexts("shell", () => import("./PasswordDialog").then((door) => door.PasswordDialog));
