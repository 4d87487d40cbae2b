import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { toasts } from "../../../lib/toasts";
import type { MessageRow } from "./messageRows";

/** A jumped-to message blinks this long, in milliseconds. */
const BLINK_MS = 5_000;
/** Pages that a jump may load before it gives up. */
const JUMP_PAGES = 50;

interface JumpOptions {
  readonly rows: readonly MessageRow[];
  readonly hasOlder: boolean;
  readonly fetchingOlder: boolean;
  readonly fetchOlder: () => Promise<unknown>;
  readonly toRow: (index: number) => void;
}

/** A jump to a message: older pages are read until it is loaded, then it blinks. */
export function useJump({ rows, hasOlder, fetchingOlder, fetchOlder, toRow }: JumpOptions) {
  const { t } = useTranslation("conversation");
  const [wanted, setWanted] = useState<{ readonly id: string; readonly pages: number } | null>(null);
  const [blinkId, setBlinkId] = useState<string | null>(null);

  useEffect(() => {
    if (!wanted) return;
    const look = () => {
      const at = rows.findIndex((row) => row.message.id === wanted.id);
      if (at !== -1) {
        toRow(at);
        setBlinkId(wanted.id);
        setWanted(null);
      } else if (!hasOlder || wanted.pages >= JUMP_PAGES) {
        setWanted(null);
        toasts.info(t("jump.notFound"));
      } else if (!fetchingOlder) {
        setWanted({ ...wanted, pages: wanted.pages + 1 });
        void fetchOlder();
      }
    };
    const timer = setTimeout(look, 0);
    return () => clearTimeout(timer);
  }, [wanted, rows, hasOlder, fetchingOlder, fetchOlder, toRow, t]);

  useEffect(() => {
    if (blinkId === null) return;
    const timer = setTimeout(() => setBlinkId(null), BLINK_MS);
    return () => clearTimeout(timer);
  }, [blinkId]);

  return {
    blinkId,
    searching: wanted !== null,
    jump: useCallback((id: string) => setWanted({ id, pages: 0 }), []),
    cancel: () => setWanted(null),
  };
}
