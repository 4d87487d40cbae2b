import { lazy } from "react";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";

export { ACTION_ICONS } from "./actionIcons";
export { isPause, type MenuAction } from "./ticketActions";
export { useTicketActions } from "./useTicketActions";

/** The dialogs of a ticket that other places than its conversation open, each loaded then. */
export const TransferDialog = lazy(() => import("./dialogs/TransferDialog").then((door) => ({ default: door.TransferDialog })));
export const ProtocolDialog = lazy(() => import("./dialogs/ProtocolDialog").then((door) => ({ default: door.ProtocolDialog })));
export const PauseDialog = lazy(() => import("./dialogs/PauseDialog").then((door) => ({ default: door.PauseDialog })));
export const ReasonDialog = lazyWithTexts("closing", () => import("./dialogs/ReasonDialog").then((door) => door.ReasonDialog));

/** The questions of these dialogs for what is done to several tickets. */
export const ReasonQuestion = lazyWithTexts("closing", () => import("./dialogs/ReasonDialog").then((door) => door.ReasonQuestion));
export const SnoozeQuestion = lazyWithTexts("planned", () => import("./snooze/SnoozeDialog").then((door) => door.SnoozeQuestion));
export const TransferQuestion = lazyWithTexts("conversation", () =>
  import("./dialogs/TransferQuestion").then((door) => door.TransferQuestion),
);
