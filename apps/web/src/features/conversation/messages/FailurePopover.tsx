import ErrorRounded from "@mui/icons-material/ErrorRounded";
import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import type { MessageView } from "@balcao/contracts/messages";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { localKeyOf } from "../outbox";
import { failureOf } from "./messageState";

interface FailurePopoverProps {
  readonly message: MessageView;
  readonly anchor: HTMLElement;
  readonly onRetry: () => void;
  /** Undefined where the connection has no templates. */
  readonly onTemplates: (() => void) | undefined;
  readonly onCopy: () => void;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Why a message was not sent, and what the person can do (CONV-036…CONV-038). */
export function FailurePopover({ message, anchor, onRetry, onTemplates, onCopy, onDiscard, onClose }: FailurePopoverProps) {
  const { t, i18n } = useTranslation(["conversation", "errors"]);
  const titleId = useId();
  const { code, windowClosed, text } = failureOf(message);
  const translated = i18n.exists(code, { ns: "errors" }) ? i18n.t(code, { ns: "errors", defaultValue: code }) : text;
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
      slotProps={{ paper: { role: "dialog", "aria-labelledby": titleId, sx: { width: 320, marginTop: "6px" } } }}
    >
      <div className="failureCard">
        <h3 id={titleId}>
          <ErrorRounded aria-hidden />
          {t("conversation:failure.title")}
        </h3>
        <p>
          {code !== "" && <code>{t("conversation:failure.code", { code })}</code>}{" "}
          {windowClosed ? t("conversation:failure.windowClosed") : translated || (code === "" ? t("conversation:failure.noAnswer") : "")}
        </p>
      </div>
      <div className="failureDeeds">
        {windowClosed && onTemplates ? (
          <Button size="small" variant="text" color="primary" autoFocus onClick={onTemplates}>
            {t("conversation:failure.template")}
          </Button>
        ) : (
          <Button size="small" variant="text" color="primary" autoFocus onClick={onRetry}>
            {t("conversation:failure.retry")}
          </Button>
        )}
        <Button size="small" variant="text" onClick={onCopy}>
          {t("conversation:failure.copy")}
        </Button>
        {localKeyOf(message) !== null && (
          <Button size="small" variant="text" color="error" onClick={onDiscard}>
            {t("conversation:failure.discard")}
          </Button>
        )}
      </div>
    </Popover>
  );
}
