import type { MessageView } from "@balcao/contracts/messages";
import { useMutation, useMutationState } from "@tanstack/react-query";
import { useTexts } from "../../../i18n/useTexts";
import { call, toErrorText } from "../../../lib/api";
import { putMessage } from "../../../lib/data/messages";
import { useAiOffers } from "../../../lib/data/settings";
import { queryClient } from "../../../lib/queryClient";
import { toasts } from "../../../lib/toasts";
import { localKeyOf } from "../outbox";
import type { ReasonedAction } from "./reasonedAction";

const TRANSCRIBE = ["transcribe"] as const;
/** A long sound may take a while. */
const TIMEOUT_MS = 120_000;

/** Whether a sound of the message can be written down: once, and as soon as its file is here. */
const isTranscribable = (message: MessageView): boolean =>
  message.mediaType === "audio" &&
  message.mediaUrl !== null &&
  message.transcription === null &&
  !message.isDeleted &&
  localKeyOf(message) === null;

/** Returns the action that writes down what is said in a message; undefined where there is nothing to do. */
export function useTranscribe(): (message: MessageView) => ReasonedAction | undefined {
  const { t } = useTexts("conversation");
  const { summaries, transcriptions } = useAiOffers();
  const { mutate } = useMutation({
    mutationKey: TRANSCRIBE,
    mutationFn: ({ id }: MessageView) => call("messages", "transcribe", { params: { messageId: Number(id) } }, { timeoutMs: TIMEOUT_MS }),
    onSuccess: ({ message }) => putMessage(queryClient, message),
    onError: (error) => toasts.error(toErrorText(error)),
  });
  const reason = transcriptions ? null : t(summaries ? "transcribe.noModel" : "noAi");
  return (message) => (isTranscribable(message) ? { reason, run: () => mutate(message) } : undefined);
}

/** Whether this browser waits for the transcription of a message. */
export function useIsTranscribing(messageId: string): boolean {
  const waiting = useMutationState({
    filters: { mutationKey: TRANSCRIBE, status: "pending" },
    select: ({ state }) => (state.variables as MessageView | undefined)?.id,
  });
  return waiting.includes(messageId);
}
