import { heightsOf } from './peaks.ts';
import styles from './voice.module.css';

interface Props {
  readonly peaks: string;
  /** Part that was played, 0 to 1. */
  readonly played?: number;
}

/** Bars of a recording; the played ones have the colour of the theme. */
export function Waveform({ peaks, played = 0 }: Props) {
  const heights = heightsOf(peaks);
  return (
    <svg
      className={styles['waveform']}
      viewBox={`0 0 ${String(heights.length * 3)} 32`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {heights.map((height, index) => {
        const tall = Math.max(2, height * 30);
        return (
          <rect
            key={index}
            data-played={(index + 0.5) / heights.length <= played || undefined}
            x={index * 3 + 0.5}
            y={16 - tall / 2}
            width={2}
            height={tall}
          />
        );
      })}
    </svg>
  );
}
