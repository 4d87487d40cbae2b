import ContentCopyRounded from "@mui/icons-material/ContentCopyRounded";
import type { MessageView } from "@balcao/contracts/messages";
import { useTexts } from "../../../i18n/useTexts";
import { copyText } from "../../../lib/copyText";
import { toasts } from "../../../lib/toasts";
import { Spinner } from "../../../ui";
import { useIsTranscribing } from "./useTranscribe";
import "./transcription.css";

/** What is said in an audio message, below its player; while it is awaited, that (CONV-035, D-080). */
export function Transcription({ message: { id, transcription } }: { readonly message: MessageView }) {
  const { t } = useTexts("conversation");
  const waiting = useIsTranscribing(id);
  const copy = async (text: string) => {
    if (await copyText(text)) toasts.success(t("message.copied"));
    else toasts.error(t("message.notCopied"));
  };
  if (transcription === null)
    return waiting ? (
      <p className="transcription" role="status">
        <Spinner size={14} /> {t("transcribe.waiting")}
      </p>
    ) : null;
  return (
    <section className="transcription" aria-label={t("transcribe.label")}>
      <div>
        <h3>{t("transcribe.label")}</h3>
        {transcription !== "" && (
          <button type="button" aria-label={t("transcribe.copy")} title={t("transcribe.copy")} onClick={() => void copy(transcription)}>
            <ContentCopyRounded aria-hidden />
          </button>
        )}
      </div>
      <p>{transcription === "" ? t("transcribe.silent") : transcription}</p>
    </section>
  );
}
