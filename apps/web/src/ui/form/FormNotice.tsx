import WarningRounded from "@mui/icons-material/WarningRounded";
import type { ReactNode } from "react";
import "./formDialog.css";

/** What a person has to know before the form can be sent, with a way on. */
export function FormNotice({ children }: { readonly children: ReactNode }) {
  return (
    <div className="formNotice" role="alert">
      <WarningRounded aria-hidden />
      <div>{children}</div>
    </div>
  );
}
