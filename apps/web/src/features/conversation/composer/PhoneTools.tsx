import AddRounded from "@mui/icons-material/AddRounded";
import CheckBoxOutlineBlank from "@mui/icons-material/CheckBoxOutlineBlank";
import CheckBoxOutlined from "@mui/icons-material/CheckBoxOutlined";
import CheckRounded from "@mui/icons-material/CheckRounded";
import SendRounded from "@mui/icons-material/SendRounded";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { memo, useEffect, useRef, useState } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { useActionKeys, useAriaKeys } from "../../../lib/keyboard";
import { useOffline } from "../../../lib/live";
import { MenuKeys, MenuReason, useOnceOpen, WithReason } from "../../../ui";
import { Tool } from "../Tool";
import { showsMicrophone, type BoxFacts } from "./boxFacts";
import { FilePicker, isShown } from "./FilePicker";
import { RecordTool } from "./RecordTool";
import { type ToolActions, EMOJI_ANCHOR_ID, useComposerOffers, type Offer } from "./useComposerOffers";
import "./phoneTools.css";

interface PhoneMenuProps extends BoxFacts {
  /** Whether something is written or attached. */
  readonly begun: boolean;
  readonly signed: boolean;
  readonly signForced: boolean;
  readonly actions: ToolActions;
}

const runIfShown = ({ run }: Offer): void => {
  if (isShown(document.getElementById(EMOJI_ANCHOR_ID))) run();
};

/**
 * On a phone, the button before the text, and the menu of everything that has a button of its own on wide screens. It is memoized
 * because everything around it renders at every key.
 */
export const PhoneMenu = memo(function PhoneMenu({ begun, signed, signForced, actions, ...facts }: PhoneMenuProps) {
  const { t } = useTexts("conversation");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState<{ readonly run: () => void } | null>(null);
  const once = useOnceOpen(anchor !== null);
  const picker = useRef<HTMLInputElement>(null);
  const ariaKeysOf = useAriaKeys();
  const offers = useComposerOffers({ ...facts, picker, actions })().filter(
    ({ id }) => id !== "record" || !showsMicrophone({ ...facts, begun }),
  );
  // The keys of an entry work while the menu is closed, too.
  useActionKeys(Object.fromEntries(offers.flatMap((offer) => (offer.reason === null ? [[offer.id, () => runIfShown(offer)]] : []))));
  // The menu gives the focus back when it closes, and some entries move it on into the text.
  useEffect(() => chosen?.run(), [chosen]);
  const choose = (run: () => void) => {
    setAnchor(null);
    setChosen({ run });
  };
  return (
    <>
      {!facts.closed && <FilePicker picker={picker} onFiles={actions.onFiles} />}
      <Tool
        id={EMOJI_ANCHOR_ID}
        name={t("composer.more")}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <AddRounded />
      </Tool>
      {once && (
        <Menu
          open={anchor !== null}
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: "top", horizontal: "left" }}
          transformOrigin={{ vertical: "bottom", horizontal: "left" }}
          slotProps={{ list: { className: "phoneMenu" } }}
        >
          {offers.map(({ id, label, icon: Icon, reason, run }) => (
            <MenuItem
              key={id}
              disabled={reason !== null}
              {...(id === "comment" && { role: "menuitemcheckbox", "aria-checked": facts.comment, selected: facts.comment })}
              aria-keyshortcuts={ariaKeysOf(id)}
              onClick={() => choose(run)}
            >
              <Icon aria-hidden />
              <MenuReason reason={reason}>{label}</MenuReason>
              <MenuKeys of={id} />
            </MenuItem>
          ))}
          {facts.toCustomer && !facts.comment && (
            <MenuItem role="menuitemcheckbox" aria-checked={signed} disabled={signForced} onClick={() => actions.onSign(!signed)}>
              {signed ? <CheckBoxOutlined aria-hidden /> : <CheckBoxOutlineBlank aria-hidden />}
              <MenuReason reason={signForced ? t("composer.signForced") : null}>{t("composer.sign")}</MenuReason>
            </MenuItem>
          )}
        </Menu>
      )}
    </>
  );
});

interface PhoneSendProps extends BoxFacts {
  readonly begun: boolean;
  readonly ready: boolean;
  readonly actions: ToolActions;
}

/** On a phone, the one button behind the text: it sends or, as long as there is nothing to send, records. */
export const PhoneSend = memo(function PhoneSend({ begun, ready, actions, ...facts }: PhoneSendProps) {
  const { t } = useTexts("conversation");
  const sendKeys = useAriaKeys()("send");
  if (showsMicrophone({ ...facts, begun })) return <RecordTool onRecord={actions.onRecord} />;
  return (
    <button
      type="button"
      className="composerSend"
      data-comment={facts.comment || undefined}
      aria-label={t(facts.comment ? "composer.sendComment" : "composer.send")}
      aria-keyshortcuts={sendKeys}
      disabled={!ready}
      onClick={actions.onSend}
    >
      <SendRounded />
    </button>
  );
});

interface PhoneSaveProps {
  readonly ready: boolean;
  readonly onSave: () => void;
}

/** On a phone, the button behind a text that changes a message. */
export function PhoneSave({ ready, onSave }: PhoneSaveProps) {
  const { t } = useTexts("conversation");
  const offline = useOffline();
  return (
    <WithReason reason={offline ? t("offline") : null}>
      <button type="button" className="composerSend" aria-label={t("composer.save")} disabled={!ready} onClick={onSave}>
        <CheckRounded />
      </button>
    </WithReason>
  );
}
