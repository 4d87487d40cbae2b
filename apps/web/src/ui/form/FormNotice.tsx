import WarningRounded from "@mui/icons-material/WarningRounded";
import type { ReactNode } from "react";

/** A notice that concerns the form, with a link or button for what to do about it. */
export function FormNotice({ children }: { readonly children: ReactNode }) {
  return (
    <div className="formNotice" role="alert">
      <WarningRounded aria-hidden />
      <div>{children}</div>
    </div>
  );
}
