import { CAPABILITIES } from "@balcao/domain/connections";
import PhoneAndroidOutlined from "@mui/icons-material/PhoneAndroidOutlined";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { connectionsQuery, type Connection } from "../../lib/data/connections";
import { useSelf } from "../../lib/session";

interface FromPhoneProps {
  readonly busy: boolean;
  readonly onChoose: () => void;
}

/** What to say about the phone of a connection; "note" when its contacts can be imported. */
function noteOf(connection: Connection | undefined): "note" | "noConnection" | "atMeta" | "notKept" | "offline" {
  if (!connection) return "noConnection";
  const { addressBook, qr } = CAPABILITIES[connection.api];
  if (!addressBook) return qr === null ? "atMeta" : "notKept";
  return connection.status === "CONNECTED" ? "note" : "offline";
}

/**
 * Imports the people who are saved on the phone of the person's default connection, else of the
 * default one; says why when it cannot (D-133, D-252).
 */
export function FromPhone({ busy, onChoose }: FromPhoneProps) {
  const { t } = useTranslation("contacts");
  const { whatsappId } = useSelf();
  const { data } = useQuery(connectionsQuery);
  const noteId = useId();
  if (!data) return null;
  const connection = data.find(({ id }) => id === whatsappId) ?? data.find(({ isDefault }) => isDefault);
  const note = noteOf(connection);
  return (
    <div className="contactFromPhone">
      <Button
        variant="outlined"
        startIcon={<PhoneAndroidOutlined />}
        disabled={busy || note !== "note"}
        aria-describedby={noteId}
        onClick={onChoose}
      >
        {t("phone.choose")}
      </Button>
      <p id={noteId} className="contactNote">
        {t(`phone.${note}`, { name: connection?.name ?? "" })}
      </p>
    </div>
  );
}
