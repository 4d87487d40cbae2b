import AttachFile from "@mui/icons-material/AttachFile";
import Button from "@mui/material/Button";
import { useId, useRef, type ReactNode } from "react";

interface DropFieldProps {
  readonly label: string;
  /** The words of the button that opens the system's dialog; null hides the button. */
  readonly button: string | null;
  /** What is wrong with the files, said instead of `help`. */
  readonly problem: string | undefined;
  readonly help: string;
  /** The media types that the dialog offers; everything without. */
  readonly accept?: readonly string[];
  readonly multiple?: boolean;
  /** What was chosen, above the button. */
  readonly children: ReactNode;
  readonly onFiles: (files: FileList) => void;
}

/** A field for files that are chosen, dropped or pasted. */
export function DropField({ label, button, problem, help, accept, multiple = false, children, onFiles }: DropFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div
      className="field dropField"
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-help`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onFiles(event.dataTransfer.files);
      }}
      onPaste={(event) => onFiles(event.clipboardData.files)}
    >
      <span id={id} className="fieldLabel">
        {label}
      </span>
      {children}
      {button !== null && (
        <Button variant="outlined" startIcon={<AttachFile />} onClick={() => input.current?.click()}>
          {button}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        multiple={multiple}
        hidden
        aria-label={button ?? label}
        accept={accept?.join(",")}
        onChange={(event) => {
          if (event.target.files) onFiles(event.target.files);
          event.target.value = "";
        }}
      />
      <div
        id={`${id}-help`}
        className="fieldHelp"
        role={problem === undefined ? undefined : "alert"}
        data-error={problem !== undefined || undefined}
      >
        <span>{problem ?? help}</span>
      </div>
    </div>
  );
}
