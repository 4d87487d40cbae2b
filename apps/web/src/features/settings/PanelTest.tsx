import { PANEL_EXAMPLE } from "@balcao/contracts/settings";
import { useQuery } from "@tanstack/react-query";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { useSelf } from "../../lib/session";
import { Spinner } from "../../ui";
import { PanelFrame } from "../../ui/externalPanel/PanelFrame";
import { ReadDialog } from "../../ui/TitledDialog";

interface PanelTestProps {
  /** Loads the page anew and opens this dialog again. */
  readonly onReload: () => void;
  readonly onClose: () => void;
}

/** The external panel as an agent would see it with an example conversation, and why it cannot be shown where it cannot (SET-025). */
export function PanelTest({ onReload, onClose }: PanelTestProps) {
  const { t } = useTranslation("settings");
  const { id: userId } = useSelf();
  const test = useQuery({
    queryKey: ["panelTest"],
    queryFn: ({ signal }) => call("settings", "testPanel", { body: { origin: window.location.origin } }, { signal }),
    gcTime: 0,
    staleTime: Infinity,
  });
  const { ticketId, contactId } = PANEL_EXAMPLE;
  const ticket = { id: ticketId, contactId, status: "open", queueId: null, userId, whatsappId: 1 } as const;
  const { data } = test;
  return (
    <ReadDialog title={t("panel.title")} onClose={onClose}>
      {test.error && <p role="alert">{toErrorText(test.error)}</p>}
      {test.isPending && <Spinner />}
      {data && (
        <>
          <p>{t("panel.example", { address: data.address })}</p>
          <p role="status">{t(`panel.framing.${data.framing}`, { detail: data.detail })}</p>
          {(data.framing === "allowed" || data.framing === "unchecked") && (
            <div className="settingPanel">
              <PanelFrame title={t("panel.frame")} address={data.address} ticket={ticket}>
                <p role="alert">{t("panel.older")}</p>
                <Button variant="outlined" onClick={onReload}>
                  {t("panel.reload")}
                </Button>
              </PanelFrame>
            </div>
          )}
        </>
      )}
    </ReadDialog>
  );
}
