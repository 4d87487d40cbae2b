import MicNoneRounded from "@mui/icons-material/MicNoneRounded";
import { useRef } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { Tool } from "../Tool";
import type { ToolActions } from "./useComposerOffers";

/** How long a finger stays on the microphone until it holds it, in milliseconds. */
const HOLD_MS = 300;

/** Tells from now on whether the finger was lifted. */
function watchLift(): () => boolean {
  let lifted = false;
  const lift = () => {
    lifted = true;
  };
  for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, lift, { once: true });
  return () => lifted;
}

/** The microphone: a click starts a recording, a finger may also hold it. */
export function RecordTool({ onRecord }: Pick<ToolActions, "onRecord">) {
  const { t } = useTexts("conversation");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const forget = () => clearTimeout(timer.current);
  return (
    <Tool
      name={t("voice.record")}
      shortcut="record"
      className="composerMic"
      onClick={() => onRecord(null)}
      onPointerDown={({ pointerType, clientX: x, clientY: y }) => {
        if (pointerType !== "touch") return;
        const isLifted = watchLift();
        timer.current = setTimeout(() => onRecord({ x, y, isLifted }), HOLD_MS);
      }}
      onPointerUp={forget}
      onPointerCancel={forget}
      onContextMenu={(event) => event.preventDefault()}
    >
      <MicNoneRounded />
    </Tool>
  );
}
