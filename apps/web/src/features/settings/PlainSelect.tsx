import ExpandMore from "@mui/icons-material/ExpandMore";
import type { SelectHTMLAttributes } from "react";

/** A choice in a row, which has its name for screen readers only. */
export function PlainSelect({ className = "", ...props }: SelectHTMLAttributes<HTMLSelectElement> & { readonly "aria-label": string }) {
  return (
    <span className={`selectField ${className}`}>
      <select {...props} />
      <ExpandMore aria-hidden />
    </span>
  );
}
