import CloseRounded from "@mui/icons-material/CloseRounded";
import KeyboardArrowDownRounded from "@mui/icons-material/KeyboardArrowDownRounded";
import KeyboardArrowUpRounded from "@mui/icons-material/KeyboardArrowUpRounded";
import IconButton from "@mui/material/IconButton";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../lib/bytes";
import { moved } from "../../lib/moved";
import { FileThumb, listedKey, type ListedFile } from "./FileThumb";

/** The name of a row's button: what it does to the file of this name. */
type FileDeed = "remove" | "earlier" | "later";

interface FileRowsProps {
  readonly files: readonly ListedFile[];
  readonly label: (deed: FileDeed, name: string) => string;
  /** Whether the person chooses the order, with buttons or by dragging the picture of a file. */
  readonly ordered: boolean;
  readonly onChange: (files: readonly ListedFile[]) => void;
}

/** The files of a form in their order, each with what it shows, its name and size, and its buttons. */
export function FileRows({ files, label, ordered, onChange }: FileRowsProps) {
  const { i18n } = useTranslation();
  const [dragged, setDragged] = useState<string | null>(null);
  const several = ordered && files.length > 1;
  const from = files.findIndex((file) => listedKey(file) === dragged);
  return (
    <ul className="fileRows" data-ordered={several || undefined}>
      {files.map((file, place) => {
        const key = listedKey(file);
        return (
          <li
            key={key}
            data-dragged={key === dragged || undefined}
            onDragOver={(event) => {
              if (from < 0) return;
              event.preventDefault();
              if (from !== place) onChange(moved(files, from, place));
            }}
          >
            <span
              draggable={several}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = "move";
                setDragged(key);
              }}
              onDragEnd={() => setDragged(null)}
            >
              <FileThumb file={file} />
            </span>
            <span className="ellipsis">{file.name}</span>
            <span className="fileSize">{formatBytes(file.size, i18n.language)}</span>
            {several && (
              <>
                <IconButton
                  size="small"
                  aria-label={label("earlier", file.name)}
                  disabled={place === 0}
                  onClick={() => onChange(moved(files, place, place - 1))}
                >
                  <KeyboardArrowUpRounded />
                </IconButton>
                <IconButton
                  size="small"
                  aria-label={label("later", file.name)}
                  disabled={place === files.length - 1}
                  onClick={() => onChange(moved(files, place, place + 1))}
                >
                  <KeyboardArrowDownRounded />
                </IconButton>
              </>
            )}
            <IconButton
              size="small"
              aria-label={label("remove", file.name)}
              onClick={() => onChange(files.filter((other) => other !== file))}
            >
              <CloseRounded />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
