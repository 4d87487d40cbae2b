import SwapHorizRounded from "@mui/icons-material/SwapHorizRounded";
import Button from "@mui/material/Button";
import type { TicketView } from "@balcao/contracts/tickets";
import { useState } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { useSelf } from "../../../lib/session";

/** Says whose the conversation is now, when it was the person's own and another one has got it while it was shown (B4.6). */
export function PassedOnNote({ ticket }: { readonly ticket: TicketView }) {
  const { t } = useTexts("conversation");
  const self = useSelf();
  const [known, setKnown] = useState(ticket.userId);
  if (known !== self.id || ticket.userId === self.id || !ticket.user) return null;
  return (
    <p className="windowNote" data-soon role="alert">
      <SwapHorizRounded aria-hidden />
      <span>{t("passedOn.by", { name: ticket.user.name })}</span>
      <Button size="small" variant="text" color="inherit" onClick={() => setKnown(ticket.userId)}>
        {t("passedOn.close")}
      </Button>
    </p>
  );
}
