import i18next from "i18next";
import type { DragEvent } from "react";
import { toasts } from "../../lib/toasts";

/**
 * Accepts dropped files anywhere, because the browser would otherwise leave the page for a dropped
 * file.
 */
export const DROP_HANDLERS = {
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes("Files")) event.preventDefault();
  },
  onDrop: (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    toasts.info(i18next.t("dropOnComposer", { ns: "conversation" }));
  },
};
