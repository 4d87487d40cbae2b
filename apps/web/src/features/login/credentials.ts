import { useState, type KeyboardEvent } from "react";
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from "react-hook-form";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whether a text looks like an e-mail address. */
export const isEmail = (text: string): boolean => EMAIL.test(text.trim());

/** A phone would open its keyboard over the page. */
export const wantsFocus = (): boolean => !window.matchMedia("(pointer: coarse)").matches;

/** Whether Caps Lock is on, as far as the last key of the form tells. */
export function useCapsLock() {
  const [on, setOn] = useState(false);
  const note = (event: KeyboardEvent) => setOn(event.getModifierState("CapsLock"));
  return { on, keys: { onKeyDown: note, onKeyUp: note } };
}

/** A field of the form under the name that the page's inputs give to its reference. */
export function field<T extends FieldValues, N extends Path<T>>(form: UseFormReturn<T>, name: N, rules: RegisterOptions<T, N>) {
  const { ref, ...props } = form.register(name, rules);
  return { ...props, inputRef: ref };
}
