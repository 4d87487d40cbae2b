import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { QRCodeSVG } from "qrcode.react";
import { useEffect, useEffectEvent, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { call } from "../../../lib/api";
import { isWhole, type Connection } from "../../../lib/data/connections";
import { queryClient } from "../../../lib/queryClient";
import { useSecondsUntil } from "../../../lib/useSecondsUntil";
import { ErrorCard, Spinner } from "../../../ui";
import { useSessionActions } from "../useSessionActions";
import { useAsking } from "./useAsking";

/** The interval for requesting a meow code while not connected, in milliseconds (CONN-009). */
const QR_REFRESH_MS = 15_000;
/** The side of a drawn code, in pixels; the plate around it is its white margin of four modules. */
const QR_SIZE = 250;
/** The side of a picture, which includes its own margin, in pixels. */
const PICTURE_SIZE = 286;

/** Whether no code can link the number, so that none is asked for before a person wants to try. */
const isInVain = (connection: Connection): boolean =>
  connection.status === "TIMEOUT" && isWhole(connection) && connection.statusReason === "passkeyNeeded";

/** The newest code of a connection, from events and, with meow, from a request every 15 s. */
function useQr(connection: Connection, isAsking: boolean) {
  const asks = connection.api === "meow" && connection.status !== "CONNECTED" && isAsking && !isInVain(connection);
  const pushed = isWhole(connection) ? connection.qrcode : null;
  const queryKey = ["connections", connection.id, "qr"];
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call("connections", "qr", { params: { whatsappId: connection.id } }, { signal }),
    enabled: asks,
    refetchInterval: QR_REFRESH_MS,
    staleTime: 0,
    gcTime: 0,
  });
  // WhatsApp may invalidate a code at once, so the code of an event is newer than one that was requested, also before its answer.
  const onPushed = useEffectEvent(async (qrcode: string) => {
    if (!asks || qrcode === data?.qrcode) return;
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, { qrcode });
  });
  useEffect(() => {
    if (pushed !== null) void onPushed(pushed);
  }, [pushed]);
  return {
    code: asks ? (data?.qrcode ?? null) : pushed,
    error: asks && !data ? error : null,
    retry: () => void refetch(),
    nextAt: asks && dataUpdatedAt > 0 ? dataUpdatedAt + QR_REFRESH_MS : null,
  };
}

/** Whether another code was shown before this one. */
function useIsRenewed(code: string | null): boolean {
  const [first, setFirst] = useState<string | null>(null);
  if (first === null && code !== null) setFirst(code);
  return code !== null && first !== null && code !== first;
}

/**
 * Draws a code that is text and shows one that is a picture; black on white in both themes.
 */
function QrImage({ code, alt }: { readonly code: string; readonly alt: string }) {
  return code.startsWith("data:image/png;base64,") ? (
    <img src={code} alt={alt} width={PICTURE_SIZE} height={PICTURE_SIZE} />
  ) : (
    <QRCodeSVG value={code} size={QR_SIZE} level="L" marginSize={0} title={alt} role="img" aria-label={alt} />
  );
}

/** The QR code with its age; a session that timed out offers a new one. */
export function QrPanel({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation("connections");
  const { isAsking, again } = useAsking();
  const { code, error, retry, nextAt } = useQr(connection, isAsking);
  const seconds = useSecondsUntil(nextAt);
  const renewed = useIsRenewed(code);
  const { act, pendingId } = useSessionActions();
  const isDown = ["DISCONNECTED", "LOGGEDOUT", "TIMEOUT"].includes(connection.status);
  const stopped = code === null && (connection.api === "meow" ? !isAsking || isInVain(connection) : isDown);
  if (error) return <ErrorCard title={t("link.failed")} error={error} onRetry={retry} />;
  return (
    <div className="linkQr">
      <div className="qrPlate">
        {code !== null ? (
          <QrImage code={code} alt={t("link.qrAlt", { name: connection.name })} />
        ) : stopped ? (
          <div className="qrWait">
            <p>{t("link.expired")}</p>
            <Button
              variant="contained"
              color="primary"
              disabled={pendingId !== null}
              onClick={() => {
                again();
                act("newQr", connection);
              }}
            >
              {t("link.newCode")}
            </Button>
          </div>
        ) : (
          <p className="qrWait" role="status">
            <Spinner size={28} />
            {t("link.loading")}
          </p>
        )}
      </div>
      {code !== null && nextAt !== null && (
        <p className="qrAge">
          <svg viewBox="0 0 20 20" width={18} height={18} aria-hidden="true">
            <circle cx="10" cy="10" r="8" pathLength={15} strokeDasharray={`${seconds} 15`} />
          </svg>
          <span>
            <Trans t={t} i18nKey="link.nextIn" values={{ seconds }} components={{ b: <b /> }} />
          </span>
        </p>
      )}
      {code !== null && (
        <div className="qrHelp">
          <p role="status">{renewed && <b>{t("link.renewed")}</b>}</p>
          <p>
            <Trans t={t} i18nKey="link.couldNotLink" components={{ b: <b /> }} />
          </p>
        </div>
      )}
    </div>
  );
}
