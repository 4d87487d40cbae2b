import { useMutation } from "@tanstack/react-query";
import i18next from "i18next";
import { useRef, useState } from "react";
import { createIntention, type Intention } from "../../lib/api";
import { toasts } from "../../lib/toasts";

/** What this opened dialog creates, with one key until it is there; `parts` where each of its objects has a key of its own (D-275). */
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
  readonly onError?: (error: Error) => void;
}

/** A button that creates something without a form, once at a time: a second press comes before the button is drawn as disabled. */
export function useCreateButton<T>({ create, contents, ...ends }: CreateButtonOptions<T>) {
  const { run } = useIntention();
  const creating = useRef(false);
  const { mutate, isPending, error } = useMutation({
    ...ends,
    mutationFn: () => run(create, contents),
    onSettled: () => void (creating.current = false),
  });
  const press = (): void => {
    if (creating.current) return;
    creating.current = true;
    mutate();
  };
  return { press, isPending, error };
}
