import { useEffect, useState, type DragEvent } from "react";

const hasFiles = ({ dataTransfer }: Pick<globalThis.DragEvent, "dataTransfer">) => dataTransfer?.types.includes("Files") === true;

/** Whether files are being dragged over the page, so that the place for them is seen from afar. */
function useDragging(): boolean {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    const over = new AbortController();
    const listen = (name: "dragover" | "dragleave" | "drop", look: (event: globalThis.DragEvent) => void) =>
      window.addEventListener(name, look, { capture: true, signal: over.signal });
    listen("dragover", (event) => setDragging(hasFiles(event)));
    listen("dragleave", ({ relatedTarget }) => relatedTarget === null && setDragging(false));
    listen("drop", () => setDragging(false));
    return () => over.abort();
  }, []);
  return dragging;
}

/** Accepts files that are dropped on an element, and ignores everything else that is dragged. */
export function useFileDrop(onFiles: (files: FileList) => void) {
  const dragging = useDragging();
  const take = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    dragging,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (hasFiles(event)) take(event);
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        take(event);
        onFiles(event.dataTransfer.files);
      },
    },
  };
}
