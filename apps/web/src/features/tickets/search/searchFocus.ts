import { useEffect, type RefObject } from "react";

/** The search field was asked for and is not on the screen yet. */
let wanted = false;
const fields = new Set<() => void>();

/** Puts the focus in the search field, now or when it is shown. */
export function focusSearch(): void {
  wanted = true;
  fields.forEach((take) => take());
}

/** Lets a field take the focus that was asked for. */
export function useSearchFocus(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const take = () => {
      if (!wanted || !field.current) return;
      wanted = false;
      field.current.focus();
      field.current.select();
    };
    take();
    fields.add(take);
    return () => void fields.delete(take);
  }, [field]);
}
