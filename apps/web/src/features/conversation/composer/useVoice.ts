import { useEffect, useRef, useState } from "react";
import type { ComposerState } from "./useComposer";
import type { Take, VoiceProblem } from "./voice/take";
import type { HoldStart } from "./voice/useHold";

interface VoiceOptions {
  readonly composer: ComposerState;
  readonly focus: () => void;
  readonly onSent: () => void;
}

/** Whether a voice note is being recorded, and what becomes of it. */
export function useVoice({ composer, focus, onSent }: VoiceOptions) {
  const [recording, setRecording] = useState(false);
  const [hold, setHold] = useState<HoldStart | null>(null);
  const [problem, setProblem] = useState<VoiceProblem | null>(null);
  const recorded = useRef(false);
  useEffect(() => {
    // The box is there again when this runs, however long the recording took to end.
    if (recorded.current && !recording) focus();
    recorded.current = recording;
  });
  return {
    recording,
    problem,
    forgetProblem: () => setProblem(null),
    start: (held: HoldStart | null = null) => {
      if (composer.closed || composer.comment) return;
      setHold(held);
      setProblem(null);
      setRecording(true);
    },
    handlers: {
      hold,
      onClose: (reason: VoiceProblem | null) => {
        setProblem(reason);
        setRecording(false);
      },
      onSend: (take: Take) => {
        composer.sendVoice(take);
        onSent();
      },
      onLeave: composer.keepVoice,
    },
  };
}
