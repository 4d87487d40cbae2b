import i18next from "i18next";
import { useRef, useState, type KeyboardEvent } from "react";
import { createIntention, type Intention } from "../../lib/api";
import { toasts } from "../../lib/toasts";

/** What this opened dialog creates, with one key until it is there; `parts` where each of its objects has a key of its own. */
export function useIntention({ parts = false }: { readonly parts?: boolean } = {}): Intention {
  // Of parts nobody has asked which of them were there, so that nothing is said of them.
  const [intention] = useState(() => createIntention(parts ? { parts } : { onFound: () => toasts.info(i18next.t("state.found")) }));
  return intention;
}

interface CreateButtonOptions<T> {
  /** Creates with the key of this opened dialog. */
  readonly create: (key: string) => Promise<T>;
  /** What is created, to recognize a change of it. */
  readonly contents?: unknown;
  readonly onSuccess: (made: T) => void;
  readonly onError?: (error: unknown) => void;
}

/** A button that creates something without a form, once at a time: a second press comes before the button is drawn as disabled. */
export function useCreateButton<T>({ create, contents, onSuccess, onError }: CreateButtonOptions<T>) {
  const { run } = useIntention();
  const creating = useRef(false);
  const [state, setState] = useState<{ readonly isPending: boolean; readonly error: unknown }>({ isPending: false, error: null });
  const press = async (): Promise<void> => {
    if (creating.current) return;
    creating.current = true;
    setState({ isPending: true, error: null });
    let error: unknown = null;
    try {
      onSuccess(await run(create, contents));
    } catch (failure) {
      error = failure;
      onError?.(failure);
    }
    creating.current = false;
    setState({ isPending: false, error });
  };
  return { press: () => void press(), ...state };
}

/** For a dialog that creates: Enter that is held down presses neither what it has opened nor what it has pressed. In a text of lines it breaks them. */
export function refuseHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === "Enter" && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
}
