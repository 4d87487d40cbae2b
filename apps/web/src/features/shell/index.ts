export { PasswordDialog } from "./lazyPasswordDialog";
export { Shell } from "./Shell";
