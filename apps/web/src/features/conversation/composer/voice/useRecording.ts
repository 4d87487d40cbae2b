import { BlobSource, BufferTarget, EncodedAudioPacketSource, EncodedPacketSink, Input, OggOutputFormat, Output, WEBM } from "mediabunny";
import { useEffect, useRef, useState } from "react";
import { openRecorder, type Recorder } from "./recorder";
import { isTooShort, toPeaks, toVoiceProblem, type Take, type VoiceProblem } from "./take";

const PEAKS = 64;
const TICK_MS = 80;
/** A recording pauses when it comes this near to the limit of the connection, in bytes. */
const SPARE_BYTES = 256 * 1024;

export type RecordingPhase = "opening" | "recording" | "paused" | "ending";

interface RecordingOptions {
  readonly limitBytes: number;
  /** Called when the recording is over without having been sent. */
  readonly onClose: (problem: VoiceProblem | null) => void;
  readonly onSend: (take: Take) => void;
  /** Called with the recording when the person leaves while it is open. */
  readonly onLeave: (take: Take) => void;
}

const OGG = "audio/ogg";
const WEBM_AUDIO = "audio/webm";

/**
 * A recording as the file that is sent. WebM/Opus becomes Ogg/Opus by moving its packets, without
 * loss; what cannot be converted here stays as it is, and the server converts it.
 */
async function toVoiceFile(recorded: Blob): Promise<File> {
  const type = recorded.type.split(";")[0] ?? "";
  if (type === OGG) return new File([recorded], "audio.ogg", { type });
  if (type !== WEBM_AUDIO) return new File([recorded], "audio.m4a", { type });
  const ogg = await toOgg(recorded).catch(() => null);
  return ogg ? new File([ogg], "audio.ogg", { type: OGG }) : new File([recorded], "audio.webm", { type });
}

async function toOgg(webm: Blob): Promise<ArrayBuffer> {
  const input = new Input({ source: new BlobSource(webm), formats: [WEBM] });
  try {
    return await movePackets(input);
  } finally {
    input.dispose();
  }
}

async function movePackets(input: Input): Promise<ArrayBuffer> {
  const track = await input.getPrimaryAudioTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error("The recording has no sound.");
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const source = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(source);
  await output.start();
  for await (const packet of new EncodedPacketSink(track).packets()) await source.add(packet, { decoderConfig });
  await output.finalize();
  if (!target.buffer) throw new Error("The recording could not be written.");
  return target.buffer;
}

async function toTake(recorder: Recorder, recorded: Blob): Promise<Take | null> {
  if (isTooShort(recorded)) return null;
  return { file: await toVoiceFile(recorded), seconds: Math.round(recorder.seconds()), peaks: toPeaks(recorder.levels, PEAKS) };
}

const endRecording = async (recorder: Recorder) => toTake(recorder, await recorder.end());

/** Calls `tick` again and again while it is wanted. */
function useTicks(wanted: boolean, tick: () => void): void {
  const latest = useRef(tick);
  useEffect(() => {
    latest.current = tick;
  });
  useEffect(() => {
    if (!wanted) return;
    const timer = setInterval(() => latest.current(), TICK_MS);
    return () => clearInterval(timer);
  }, [wanted]);
}

/** Asks before the page is closed. */
function useCloseWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);
}

/** Opens the microphone while the component is mounted; leaving keeps what was recorded. */
function useRecorder({ onClose, onLeave }: Pick<RecordingOptions, "onClose" | "onLeave">, onOpen: () => void) {
  const recorder = useRef<Recorder | null>(null);
  const callbacks = useRef({ onClose, onLeave, onOpen });
  useEffect(() => {
    callbacks.current = { onClose, onLeave, onOpen };
  });
  useEffect(() => {
    let gone = false;
    openRecorder().then(
      (opened) => {
        if (gone) return void opened.end();
        recorder.current = opened;
        callbacks.current.onOpen();
      },
      (error: unknown) => {
        if (!gone) callbacks.current.onClose(toVoiceProblem(error, window.isSecureContext));
      },
    );
    return () => {
      gone = true;
      const left = recorder.current;
      recorder.current = null;
      const { onLeave: keep } = callbacks.current;
      if (left) void endRecording(left).then((take) => take && keep(take));
    };
  }, []);
  return recorder;
}

/** Records a voice note from the moment on which the component is mounted. */
export function useRecording({ limitBytes, onClose, onSend, onLeave }: RecordingOptions) {
  const [phase, setPhase] = useState<RecordingPhase>("opening");
  const [heard, setHeard] = useState<Take | null>(null);
  const [live, setLive] = useState<{ readonly seconds: number; readonly levels: readonly number[] }>({ seconds: 0, levels: [] });
  const [full, setFull] = useState(false);
  const recorderRef = useRecorder({ onClose, onLeave }, () => setPhase("recording"));
  useCloseWarning();

  const pause = async () => {
    const paused = recorderRef.current;
    if (!paused) return;
    setPhase("paused");
    setHeard(null);
    setHeard(await toTake(paused, await paused.pause()));
  };
  useTicks(phase === "recording", () => {
    const running = recorderRef.current;
    if (!running) return;
    setLive({ seconds: running.seconds(), levels: running.levels.slice() });
    if (running.bytes() < limitBytes - SPARE_BYTES) return;
    setFull(true);
    void pause();
  });

  /** Takes the recorder away, so that leaving afterwards keeps nothing. */
  const finish = () => {
    const finished = recorderRef.current;
    recorderRef.current = null;
    setPhase("ending");
    return finished;
  };
  return {
    phase,
    heard,
    full,
    ...live,
    pause,
    resume: () => {
      setHeard(null);
      setPhase("recording");
      recorderRef.current?.resume();
    },
    discard: () => {
      void finish()?.end();
      onClose(null);
    },
    send: async () => {
      const finished = finish();
      if (!finished) return;
      const take = await endRecording(finished);
      if (take) onSend(take);
      onClose(take ? null : "tooShort");
    },
  };
}
