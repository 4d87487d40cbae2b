import CloseRounded from "@mui/icons-material/CloseRounded";
import ContentCopy from "@mui/icons-material/ContentCopy";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { isForwardable } from "@balcao/domain/messages";
import { useEffect, useRef } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { Glyph, WithReason } from "../../../ui";
import type { MessageTools } from "./useMessageTools";
import "./selection.css";

/** The focus goes back to the messages when the bar, which had it, is gone. */
function focusMessages(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('.message[tabindex="0"]')?.focus({ preventScroll: true });
}

/** How many messages are chosen, and what can be done with them; it takes the place of the message box. */
export function SelectionBar({ tools }: { readonly tools: MessageTools }) {
  const { t } = useTexts("conversation");
  const { noForwarding } = tools;
  const { messages, end } = tools.selection;
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The menu that started the choice gives the focus back to a button that may be hidden now.
    const frame = requestAnimationFrame(() => bar.current?.focus({ preventScroll: true }));
    return () => {
      cancelAnimationFrame(frame);
      requestAnimationFrame(focusMessages);
    };
  }, []);
  useEffect(() => {
    // A click on the messages leaves the focus nowhere; what is open above them keeps its Escape to itself.
    const leave = (event: KeyboardEvent) => event.key === "Escape" && !event.defaultPrevented && end();
    document.addEventListener("keydown", leave);
    return () => document.removeEventListener("keydown", leave);
  }, [end]);
  const none = messages.length === 0 ? t("select.none") : null;
  const some = messages.every((message) => isForwardable({ type: message.mediaType, isDeleted: message.isDeleted }));
  return (
    <div
      ref={bar}
      className="selectionBar"
      role="toolbar"
      tabIndex={-1}
      aria-label={t("select.label")}
      data-region="composer"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        end();
      }}
    >
      <IconButton aria-label={t("select.cancel")} onClick={end}>
        <CloseRounded />
      </IconButton>
      <span role="status">{t("select.count", { count: messages.length })}</span>
      <WithReason reason={none}>
        <Button startIcon={<ContentCopy />} onClick={() => void tools.copy(messages).then((done) => done && end())}>
          {t("select.copy")}
        </Button>
      </WithReason>
      <WithReason reason={none ?? noForwarding ?? (some ? null : t("forward.notThese"))}>
        <Button
          variant="contained"
          color="primary"
          startIcon={<Glyph name="forwarded" size={18} />}
          onClick={() => tools.forward(messages)}
        >
          {messages.length === 0 ? t("forward.action") : t("forward.several", { count: messages.length })}
        </Button>
      </WithReason>
    </div>
  );
}
