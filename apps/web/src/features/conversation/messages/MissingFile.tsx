import type { MessageView } from "@balcao/contracts/messages";
import { refetchOf } from "@balcao/domain/messages";
import { useMutation } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyWithTexts } from "../../../i18n/lazyWithTexts";
import { formatBytes } from "../../../lib/bytes";
import { call, toErrorText } from "../../../lib/api";
import { putMessage } from "../../../lib/data/messages";
import { useOffline } from "../../../lib/live";
import { queryClient } from "../../../lib/queryClient";
import { toasts } from "../../../lib/toasts";
import { Glyph, WithReason } from "../../../ui";
import { failureOf } from "./messageState";

const Quarantined = lazyWithTexts("details", () => import("./Quarantined").then((door) => door.Quarantined));

/** A file that is not available: still loading, refused, or lost; a lost one can be asked for again. */
export function MissingFile({ message }: { readonly message: MessageView }) {
  const { t, i18n } = useTranslation("conversation");
  const { media, isDeleted, createdAt, errorLog } = message;
  const failed = media?.state === "failed";
  const { code } = failureOf(message);
  const again = refetchOf({ mediaState: media?.state ?? null, code, isDeleted, sentAt: new Date(createdAt) }, new Date());
  const reason = useReason(again === "tooOld" ? "ERR_MEDIA_GONE" : code, errorLog !== null);
  return (
    <div className="missingFile">
      <span className="missingFileIcon">
        <Glyph name={failed ? "brokenImage" : "downloading"} size={20} />
      </span>
      <span>
        {failed ? reason : t("media.coming")}
        {media?.size ? ` · ${formatBytes(media.size, i18n.language)}` : ""}
        {again === "possible" && <FetchAgain messageId={message.id} />}
        {media?.quarantined && (
          <Suspense>
            <Quarantined message={message} />
          </Suspense>
        )}
      </span>
    </div>
  );
}

/** Why there is no file, in words. */
function useReason(code: string, isKnown: boolean): string {
  const { t, i18n } = useTranslation(["conversation", "errors"]);
  return isKnown && i18n.exists(code, { ns: "errors" })
    ? i18n.t(code, { ns: "errors", defaultValue: code })
    : t("conversation:media.failed");
}

/** Asks the network for the file again; the message's event says how that ends. */
function FetchAgain({ messageId }: { readonly messageId: string }) {
  const { t } = useTranslation("conversation");
  const offline = useOffline();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call("messages", "fetchMedia", { params: { messageId: Number(messageId) } }),
    onSuccess: (message) => putMessage(queryClient, message),
    onError: (error) => toasts.error(toErrorText(error)),
  });
  return (
    <WithReason reason={offline ? t("offline") : null}>
      <button type="button" className="fetchAgain" disabled={isPending} onClick={() => mutate()}>
        {t("media.fetchAgain")}
      </button>
    </WithReason>
  );
}
