import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import { useEffect, useState } from "react";
import type { ListedFile } from "./listedFile";

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
