import AccessTimeRounded from "@mui/icons-material/AccessTimeRounded";
import CheckCircle from "@mui/icons-material/CheckCircle";
import UndoRounded from "@mui/icons-material/UndoRounded";
import { Suspense, useEffect, useState, type CSSProperties, type ReactNode } from "react";
import { useTexts } from "../../i18n/useTexts";
import { focusWhenLost } from "../../lib/keyboard";
import { CLOSE_DELAY_MS, ReasonDialog, undoClose, type Closing, type useClosings } from "../conversation";
import "./undoBar.css";

/** Where one goes on after the button that was pressed is gone: in the message box, or where it would open the keyboard of a phone, at the title. */
const findPlace = () => {
  const box = window.matchMedia("(pointer: fine)").matches ? document.querySelector<HTMLElement>(".conversation textarea") : null;
  return box ?? document.querySelector<HTMLElement>(".conversation [data-region-focus], .ticketRow[tabindex='0']");
};

function undo({ ticket }: Closing): void {
  undoClose(ticket.id);
  focusWhenLost(findPlace);
}

interface UndoBarProps {
  readonly icon: ReactNode;
  readonly endsAt: number;
  /** What is going to happen in so many seconds. */
  readonly toText: (seconds: number) => ReactNode;
  readonly onUndo: () => void;
}

/** What is going to happen, with the time that is left and the button that prevents it. */
export function UndoBar({ icon, endsAt, toText, onUndo }: UndoBarProps) {
  const { t } = useTexts("tickets");
  const [seconds, setSeconds] = useState(Math.ceil(CLOSE_DELAY_MS / 1000) - 1);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.max(0, Math.floor((endsAt - Date.now()) / 1000))), 200);
    return () => clearInterval(timer);
  }, [endsAt]);
  return (
    <div className="undoBar" role="status" style={{ "--undo-ms": `${CLOSE_DELAY_MS}ms` } as CSSProperties}>
      {icon}
      <span className="ellipsis">{toText(seconds)}</span>
      <button type="button" onClick={onUndo}>
        {t("undo.undo")}
      </button>
    </div>
  );
}

const CLOSES = { icon: <CheckCircle aria-hidden />, text: "undo.closing", said: "undo.said" } as const;
const STEPS = {
  resolve: CLOSES,
  close: CLOSES,
  returnToWaiting: { icon: <UndoRounded aria-hidden />, text: "undo.returning", said: "undo.saidReturning" },
  snooze: { icon: <AccessTimeRounded aria-hidden />, text: "undo.snoozing", said: "undo.saidSnoozing" },
} as const;

function Bar({ closing, endsAt }: { readonly closing: Closing; readonly endsAt: number }) {
  const { t } = useTexts("tickets");
  const { icon, text, said } = STEPS[closing.step];
  return (
    <UndoBar
      icon={icon}
      endsAt={endsAt}
      toText={(seconds) => (
        <>
          {closing.ticket.contact.name}: <span aria-hidden="true">{t(text, { seconds })}</span>
          <span className="visuallyHidden">{t(said)}</span>
        </>
      )}
      onUndo={() => undo(closing)}
    />
  );
}

/**
 * The tickets that are about to be closed, given back or snoozed, each with a button to undo it.
 */
export function UndoBars({ closings }: { readonly closings: ReturnType<typeof useClosings> }) {
  return (
    <div className="undoBars">
      {closings.map((closing) =>
        closing.endsAt === null ? (
          <Suspense key={closing.ticket.id}>
            <ReasonDialog closing={closing} />
          </Suspense>
        ) : (
          <Bar key={closing.ticket.id} closing={closing} endsAt={closing.endsAt} />
        ),
      )}
    </div>
  );
}
