import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import { useEffect, useState } from "react";

/** A stored file on the wire; its size in bytes. */
interface StoredMedia {
  readonly id: string;
  readonly url: string;
  readonly name: string;
  readonly mimetype: string;
  readonly size: number;
}

/** What a form holds of a file: one that was chosen, or a stored one. */
export type ListedFile = File | StoredMedia;

export const listedKey = (file: ListedFile): string => (file instanceof File ? `${file.name} ${file.lastModified} ${file.size}` : file.id);

/** The picture or film of a file, or a sheet for anything else. */
export function FileThumb({ file }: { readonly file: ListedFile }) {
  const [kind] = (file instanceof File ? file.type : file.mimetype).split("/");
  const [own] = useState(() => (file instanceof File ? URL.createObjectURL(file) : null));
  useEffect(
    () => () => {
      if (own !== null) URL.revokeObjectURL(own);
    },
    [own],
  );
  const [isBroken, setBroken] = useState(false);
  const address = own ?? (file instanceof File ? "" : file.url);
  if (!isBroken && kind === "image") return <img src={address} alt="" draggable={false} onError={() => setBroken(true)} />;
  if (!isBroken && kind === "video") return <video src={address} muted preload="metadata" onError={() => setBroken(true)} />;
  return <DescriptionOutlined aria-hidden />;
}
