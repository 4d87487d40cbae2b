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
