import DeleteOutlineRounded from "@mui/icons-material/DeleteOutlineRounded";
import MicRounded from "@mui/icons-material/MicRounded";
import PauseRounded from "@mui/icons-material/PauseRounded";
import SendRounded from "@mui/icons-material/SendRounded";
import IconButton from "@mui/material/IconButton";
import { useEffect, useMemo, useRef, type KeyboardEvent } from "react";
import { useTexts } from "../../../../i18n/useTexts";
import { formatSeconds } from "../../../../lib/duration";
import { Tooltip } from "../../../../ui/Tooltip";
import { AudioPlayer, Waveform } from "../../messages/AudioPlayer";
import type { Take, VoiceProblem } from "./take";
import { useHold, type HoldStart } from "./useHold";
import { useRecording, type RecordingPhase } from "./useRecording";
import "./voiceBar.css";

const BARS = 72;

interface VoiceBarProps {
  readonly limitBytes: number;
  /** Where a finger holds the microphone; null when it was clicked. */
  readonly hold: HoldStart | null;
  readonly onClose: (problem: VoiceProblem | null) => void;
  readonly onSend: (take: Take) => void;
  readonly onLeave: (take: Take) => void;
}

/** The newest levels as bars that enter on the right. */
const toBars = (levels: readonly number[]): number[] => [
  ...Array<number>(Math.max(0, BARS - levels.length)).fill(0),
  ...levels.slice(-BARS),
];

/** What was recorded until the pause, to listen to. */
function Heard({ take }: { readonly take: Take }) {
  const url = useMemo(() => URL.createObjectURL(take.file), [take]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <AudioPlayer src={url} seconds={take.seconds} peaks={take.peaks} />;
}

interface RunningProps {
  readonly phase: RecordingPhase;
  readonly seconds: number;
  readonly levels: readonly number[];
}

/** Time and loudness of a recording. */
function Running({ phase, seconds, levels }: RunningProps) {
  const { t } = useTexts("conversation");
  return (
    <>
      <span className="voiceDot" aria-hidden="true" />
      <span className="voiceTime" role="timer">
        {formatSeconds(seconds)}
      </span>
      <Waveform peaks={toBars(levels)} played={1} />
      <span className="visuallyHidden" role="status">
        {t(`voice.${phase}`)}
      </span>
    </>
  );
}

/**
 * Records a voice note in place of the message box: time and loudness while it runs, what was
 * recorded to listen to while it is paused (CONV-018, CONV-019).
 */
export function VoiceBar(props: VoiceBarProps) {
  const { t } = useTexts("conversation");
  const recording = useRecording(props);
  const { phase, heard, full, seconds, levels } = recording;
  const bar = useRef<HTMLDivElement>(null);
  const middle = useRef<HTMLButtonElement>(null);
  const running = phase === "recording";
  const held = useHold({
    start: props.hold,
    // Lifted before the microphone was open: the recording goes on without the finger.
    onRelease: () => {
      if (running) void recording.send();
    },
    onDiscard: recording.discard,
  });
  useEffect(() => {
    if (phase === "opening") bar.current?.focus({ preventScroll: true });
    if (phase === "recording" || phase === "paused") middle.current?.focus({ preventScroll: true });
  }, [phase]);

  const runKey = (event: KeyboardEvent) => {
    const pauses = event.key === "Escape" || (event.key.toLowerCase() === "m" && event.ctrlKey && event.shiftKey);
    if (!pauses || !running) return;
    event.preventDefault();
    event.stopPropagation();
    void recording.pause();
  };
  const waits = phase === "opening" || phase === "ending";
  const middleName = t(running ? "voice.pause" : full ? "voice.full" : "voice.resume");
  return (
    <div
      ref={bar}
      tabIndex={-1}
      className="voiceBar"
      data-held={held || undefined}
      role="group"
      aria-label={t("voice.label")}
      data-phase={phase}
      onKeyDown={runKey}
    >
      <Tooltip title={t("voice.discard")}>
        <IconButton aria-label={t("voice.discard")} onClick={recording.discard}>
          <DeleteOutlineRounded />
        </IconButton>
      </Tooltip>
      <div className="voiceMiddle">
        {heard && phase === "paused" ? <Heard take={heard} /> : <Running phase={phase} seconds={seconds} levels={levels} />}
      </div>
      {held && <p className="voiceHint">{t("voice.hold")}</p>}
      <Tooltip title={middleName}>
        <span>
          <IconButton
            ref={middle}
            aria-label={middleName}
            disabled={waits || (full && !running)}
            onClick={() => (running ? void recording.pause() : recording.resume())}
          >
            {running ? <PauseRounded /> : <MicRounded />}
          </IconButton>
        </span>
      </Tooltip>
      <button
        type="button"
        className="composerSend"
        aria-label={t("voice.send")}
        title={t("voice.send")}
        disabled={waits}
        onClick={() => void recording.send()}
      >
        <SendRounded />
      </button>
    </div>
  );
}
