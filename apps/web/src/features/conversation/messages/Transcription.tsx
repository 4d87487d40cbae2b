import type { MessageView } from "@balcao/contracts/messages";
import { useTexts } from "../../../i18n/useTexts";
import { Spinner } from "../../../ui";
import { useIsTranscribing } from "./useTranscribe";
import "./transcription.css";

/** What is said in an audio message, below its player; while it is awaited, that (CONV-035, D-080). */
export function Transcription({ message: { id, transcription } }: { readonly message: MessageView }) {
  const { t } = useTexts("conversation");
  const waiting = useIsTranscribing(id);
  if (transcription === null)
    return waiting ? (
      <p className="transcription" role="status">
        <Spinner size={14} /> {t("transcribe.waiting")}
      </p>
    ) : null;
  return (
    <section className="transcription" aria-label={t("transcribe.label")}>
      <h4>{t("transcribe.label")}</h4>
      <p>{transcription === "" ? t("transcribe.silent") : transcription}</p>
    </section>
  );
}
