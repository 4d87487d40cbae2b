import { useState } from "react";

/** The small picture beside a line of text; none where it cannot be loaded. */
export function SmallThumb({ src }: { readonly src: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return null;
  return (
    <img className="smallThumb" src={src} alt="" width={32} height={32} loading="lazy" decoding="async" onError={() => setFailed(true)} />
  );
}
