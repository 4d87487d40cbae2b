import { useEffect, useState } from "react";

/** A small spinner in the colour of the surrounding text. */
export function Spinner({ size = 16 }: { readonly size?: number }) {
  return <span className="spinner" style={{ width: size, height: size }} aria-hidden="true" />;
}

/** Whether a wait has lasted long enough to be shown; short waits show nothing. */
export function useLongWait(milliseconds = 300): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return long;
}
