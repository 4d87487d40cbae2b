import type { MessageView } from "@balcao/contracts/messages";
import { withoutSignature } from "@balcao/domain/texts";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { toErrorText } from "../../../lib/api";
import { putMessage } from "../../../lib/data/messages";
import { queryClient } from "../../../lib/queryClient";
import { useSelf } from "../../../lib/session";
import { toasts } from "../../../lib/toasts";
import { useSteady } from "../../../lib/useSteady";

interface Edit {
  readonly message: MessageView;
  /** The signature that stays before the text. */
  readonly signature: string;
  readonly text: string;
}

function toEdit(message: MessageView): Edit {
  const { text } = withoutSignature(message.body, message.userName);
  return { message, signature: message.body.slice(0, message.body.length - text.length), text };
}

interface EditOptions {
  /** The loaded messages, oldest first. */
  readonly messages: readonly MessageView[];
  readonly mayEdit: (message: MessageView) => boolean;
  readonly save: (message: MessageView, body: string) => Promise<MessageView>;
}

/** Changes the text of an own message that was sent. */
export function useEdit({ messages, mayEdit, save }: EditOptions) {
  const self = useSelf();
  const [edit, setEdit] = useState<Edit | null>(null);
  const saving = useMutation({
    mutationFn: ({ message, signature, text }: Edit) => save(message, `${signature}${text.trim()}`),
    onSuccess: (changed) => {
      putMessage(queryClient, changed);
      setEdit(null);
    },
    onError: (error) => toasts.error(toErrorText(error)),
  });
  const unchanged = edit !== null && toEdit(edit.message).text === edit.text.trim();
  const actions = useSteady({
    /** Starts with the person's last text that may still be changed; false when there is none. */
    startLast: (): boolean => {
      const last = messages.findLast((message) => message.userId === self.id && mayEdit(message));
      if (last) setEdit(toEdit(last));
      return last !== undefined;
    },
    start: (message: MessageView) => setEdit(toEdit(message)),
    setText: (text: string) => setEdit((now) => now && { ...now, text }),
    cancel: () => setEdit(null),
    save: () => {
      if (!edit || edit.text.trim() === "" || saving.isPending) return;
      if (unchanged) setEdit(null);
      else saving.mutate(edit);
    },
  });
  return useMemo(() => ({ edit, saving: saving.isPending, ...actions }), [edit, saving.isPending, actions]);
}

export type EditState = ReturnType<typeof useEdit>;
