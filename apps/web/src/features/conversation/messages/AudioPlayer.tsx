import { useEffect, useRef, useState, type CSSProperties } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { formatSeconds } from "../../../lib/duration";
import { Glyph } from "../../../ui";
import { isPlayable } from "./playable";

const SPEEDS = [1, 1.5, 2] as const;
const PLAYING = "balcao-audio-playing";

const BAR = 3;
const HEIGHT = 24;
/** The smallest height of a bar, so that silence is visible too. */
const LEAST = 2;

/**
 * The loudness of a voice note as bars; the played ones have another colour. The slider above it
 * announces the position.
 */
export function Waveform({ peaks, played }: { readonly peaks: readonly number[]; readonly played: number }) {
  return (
    <svg className="audioWave" viewBox={`0 0 ${peaks.length * BAR} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {peaks.map((peak, place) => {
        const height = Math.max(LEAST, (peak / 100) * HEIGHT);
        return (
          <rect
            key={place}
            x={place * BAR}
            y={(HEIGHT - height) / 2}
            width={BAR - 1}
            height={height}
            data-played={(place + 0.5) / peaks.length <= played || undefined}
          />
        );
      })}
    </svg>
  );
}

interface AudioPlayerProps {
  readonly src: string;
  /** The type of the file, where it is known. */
  readonly mime?: string | null | undefined;
  readonly seconds: number | null;
  /** The loudness of equal parts, 0 to 100, drawn as a waveform; null when it was not measured. */
  readonly peaks: readonly number[] | null;
}

/** Plays a voice note or a sound, with position and speed. Starting one stops the others. */
export function AudioPlayer({ src, mime = null, seconds, peaks }: AudioPlayerProps) {
  const { t } = useTexts("conversation");
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [measured, setMeasured] = useState<number | null>(null);
  const [speed, setSpeed] = useState<number>(1);
  const [refused, setRefused] = useState<string | null>(null);
  const inOtherForm = refused === src || !isPlayable(mime);
  const wanted = useRef(false);
  const length = measured ?? seconds ?? 0;

  useEffect(() => {
    const stopOthers = (event: Event) => {
      if (event.target !== audio.current) audio.current?.pause();
    };
    document.addEventListener(PLAYING, stopOthers);
    return () => document.removeEventListener(PLAYING, stopOthers);
  }, []);

  const play = () => void audio.current?.play().catch(() => setPlaying(false));
  // What was pressed plays, in whichever form.
  useEffect(() => {
    if (refused !== null && wanted.current) play();
  }, [refused]);

  const toggle = () => {
    wanted.current = !playing;
    if (playing) audio.current?.pause();
    else play();
  };
  const changeSpeed = () => {
    const next = SPEEDS[(SPEEDS.findIndex((each) => each === speed) + 1) % SPEEDS.length] ?? 1;
    setSpeed(next);
    if (audio.current) audio.current.playbackRate = next;
  };
  return (
    <div className="audioPlayer">
      {/* Voice notes have no captions. */}
      <audio
        ref={audio}
        // The server has every sound as M4A, too.
        src={inOtherForm ? `${src}&as=m4a` : src}
        preload="none"
        onError={() => {
          if (!inOtherForm && src.includes("?")) setRefused(src);
        }}
        onPlay={(event) => {
          setPlaying(true);
          event.currentTarget.playbackRate = speed;
          event.currentTarget.dispatchEvent(new Event(PLAYING, { bubbles: true }));
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onDurationChange={(event) => {
          const { duration } = event.currentTarget;
          if (Number.isFinite(duration)) setMeasured(duration);
        }}
      />
      <button type="button" className="audioPlay" aria-label={t(playing ? "audio.pause" : "audio.play")} onClick={toggle}>
        <Glyph name={playing ? "pause" : "play"} size={22} />
      </button>
      <span className="audioPosition" data-wave={peaks !== null || undefined}>
        {peaks && <Waveform peaks={peaks} played={length > 0 ? at / length : 0} />}
        <input
          type="range"
          className="audioSeek"
          aria-label={t("audio.position")}
          aria-valuetext={`${formatSeconds(at)} / ${formatSeconds(length)}`}
          min={0}
          max={Math.max(length, 0.1)}
          step={0.1}
          value={Math.min(at, length)}
          style={{ "--played": `${length > 0 ? (Math.min(at, length) / length) * 100 : 0}%` } as CSSProperties}
          onChange={(event) => {
            const next = Number(event.target.value);
            setAt(next);
            if (audio.current) audio.current.currentTime = next;
          }}
        />
      </span>
      <button type="button" className="audioSpeed" aria-label={t("audio.speed", { speed })} onClick={changeSpeed}>
        {String(speed).replace(".", ",")}×
      </button>
      <span className="audioTime">{`${formatSeconds(at)} / ${formatSeconds(length)}`}</span>
    </div>
  );
}
