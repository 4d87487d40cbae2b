export { Avatar, toHue, toInitials } from "./Avatar";
export { BrandMark } from "./BrandMark";
export { ConfirmDialog } from "./ConfirmDialog";
export { EmptyState } from "./EmptyState";
export { ErrorCard } from "./ErrorCard";
export { FullPageNoAnswer, FullPageSpinner } from "./FullPage";
export { Spinner, useLongWait } from "./Spinner";
export { TextInput } from "./TextInput";
export { setUnreadInTitle, usePageTitle } from "./usePageTitle";
