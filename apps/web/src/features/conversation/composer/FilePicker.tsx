import type { RefObject } from "react";
import type { ComposerState } from "./useComposer";

interface FilePickerProps {
  readonly picker: RefObject<HTMLInputElement | null>;
  readonly onFiles: ComposerState["addFiles"];
}

/** While messages are selected the box is hidden. */
export const isShown = (picker: HTMLElement | null): boolean => picker !== null && !picker.parentElement?.closest("[hidden]");

/** The hidden field that opens the browser's choice of files. */
export function FilePicker({ picker, onFiles }: FilePickerProps) {
  return (
    <input
      ref={picker}
      type="file"
      multiple
      hidden
      onChange={(event) => {
        onFiles(event.target.files ?? []);
        event.target.value = "";
      }}
    />
  );
}
