import type { TicketView } from "@balcao/contracts/tickets";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { lazyWithTexts } from "../../../i18n/lazyWithTexts";
import { plannedQuery } from "../../../lib/data/planned";
import { useOnceOpen } from "../../../ui";

const PlannedStrip = lazyWithTexts("planned", () => import("./PlannedStrip").then((door) => door.PlannedStrip));

/** What is scheduled in a conversation, above the message box; its code is loaded for the first conversation that has something. */
export function PlannedMessages({ ticket }: { readonly ticket: TicketView }) {
  const { data = [] } = useQuery(plannedQuery(ticket));
  // A form that is open stays when the last one goes out.
  const opened = useOnceOpen(data.length > 0);
  return <Suspense>{opened && <PlannedStrip ticket={ticket} planned={data} />}</Suspense>;
}
