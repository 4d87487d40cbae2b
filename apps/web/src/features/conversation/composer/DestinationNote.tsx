import PhoneIphoneRounded from "@mui/icons-material/PhoneIphoneRounded";
import { formatPhone } from "@balcao/domain/contacts";
import { useTexts } from "../../../i18n/useTexts";
import type { Room } from "../room";

/** Which of several numbers of the customer gets the message (D-266). An opaque address is known by its end. */
export function DestinationNote({ room, hidden }: { readonly room: Room; readonly hidden: boolean }) {
  const { t } = useTexts("conversation");
  const to = room.customer?.answersTo;
  if (hidden || !to) return null;
  const { kind, value } = to;
  return (
    <p className="windowNote" title={t("composer.answersToHelp")}>
      <PhoneIphoneRounded aria-hidden />
      {kind === "phone" ? t("composer.answersTo", { number: formatPhone(value) }) : t("composer.answersToOpaque", { end: value.slice(-4) })}
    </p>
  );
}
