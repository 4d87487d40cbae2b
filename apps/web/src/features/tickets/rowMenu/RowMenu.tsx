import type { TicketView } from "@balcao/contracts/tickets";
import CheckCircleOutlined from "@mui/icons-material/CheckCircleOutlined";
import OpenInNewRounded from "@mui/icons-material/OpenInNewRounded";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { Suspense, useRef, useState, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { useOffline } from "../../../lib/live";
import { MenuReason } from "../../../ui";
import { ConfirmDialog } from "../../../ui/form";
import {
  ACTION_ICONS,
  isPause,
  PauseDialog,
  ProtocolDialog,
  TransferDialog,
  useDraft,
  useTicketActions,
  type MenuAction,
} from "../../conversation";

/** Where a menu was asked for. */
export interface MenuPoint {
  readonly left: number;
  readonly top: number;
}

/** What a row offers besides its conversation; what is rare or cannot be undone is done there. */
const OFFERED = [
  "accept",
  "resolve",
  "resume",
  "reopen",
  "transfer",
  "snooze",
  "pause",
  "returnToWaiting",
  "markUnread",
] as const satisfies readonly MenuAction[];

interface RowMenuProps {
  readonly ticket: TicketView;
  readonly at: MenuPoint;
  readonly onOpen: (ticket: TicketView) => void;
  readonly onAccept: (ticket: TicketView) => void;
  readonly onMark: ((ticket: TicketView) => void) | undefined;
  readonly onClose: () => void;
}

/** What can be done with a ticket from its row, and the dialogs that an entry opens first. */
export function RowMenu({ ticket, at, onOpen, onAccept, onMark, onClose }: RowMenuProps) {
  const { t } = useTranslation("conversation");
  const { t: tickets } = useTranslation("tickets");
  const offline = useOffline();
  const [isShown, setShown] = useState(true);
  /** A choice begins with a press on the menu: the finger whose long press opened it may lie on an entry. */
  const hasBegun = useRef(false);
  const unsent = useRef(false);
  const { self, actions, asked, setAsked, act, resolve } = useTicketActions(ticket, { onAccept, onLeave: () => undefined, unsent });
  const draft = useDraft(self.id, ticket.id);
  const offered = OFFERED.filter((action) => actions.primary === action || actions.menu.includes(action));
  const choose = (action: MenuAction) => {
    unsent.current = Boolean(draft);
    setShown(false);
    act(action);
  };
  const close = () => {
    setAsked(null);
    onClose();
  };
  return (
    <>
      <Menu
        open={isShown}
        anchorReference="anchorPosition"
        anchorPosition={at}
        onClose={() => setShown(false)}
        slotProps={{
          transition: { onExited: () => asked === null && onClose() },
          list: { "aria-label": tickets("row.menu", { name: ticket.contact.name }) },
        }}
        onPointerDownCapture={() => void (hasBegun.current = true)}
        onClickCapture={(event: MouseEvent) => {
          if (!hasBegun.current && event.detail > 0) event.stopPropagation();
        }}
      >
        {offered.map((action) => {
          const Icon = ACTION_ICONS[action];
          return (
            <MenuItem key={action} disabled={offline} onClick={() => choose(action)}>
              <Icon aria-hidden />
              <MenuReason reason={offline ? t("offline") : null}>{t(`menu.${action}`)}</MenuReason>
            </MenuItem>
          );
        })}
        <MenuItem component="a" href={`/tickets/${ticket.id}`} target="_blank" rel="noopener" onClick={() => setShown(false)}>
          <OpenInNewRounded aria-hidden />
          {t("newTab")}
        </MenuItem>
        {onMark && (
          <MenuItem
            onClick={() => {
              setShown(false);
              onMark(ticket);
            }}
          >
            <CheckCircleOutlined aria-hidden />
            {tickets("row.mark")}
          </MenuItem>
        )}
      </Menu>
      <Suspense>
        {asked === "transfer" && <TransferDialog ticket={ticket} onClose={close} onMoved={close} />}
        {isPause(asked) && <PauseDialog kind={asked} ticket={ticket} onClose={close} />}
        {asked === "protocol" && <ProtocolDialog ticket={ticket} onClose={close} />}
      </Suspense>
      <ConfirmDialog
        open={asked === "unsent"}
        title={t("unsent.title")}
        confirmLabel={t("unsent.confirm")}
        cancelLabel={t("unsent.cancel")}
        onCancel={() => {
          close();
          onOpen(ticket);
        }}
        onConfirm={resolve}
      >
        {t("unsent.text", { name: ticket.contact.name })}
      </ConfirmDialog>
    </>
  );
}
