import classes from './file-preview.module.css';

interface ProgressRingProps {
  /** 0 to 1. */
  readonly value: number;
  readonly label: string;
}

const RADIUS = 6;
const LENGTH = 2 * Math.PI * RADIUS;

/** Progress ring at the size of small text. */
export function ProgressRing({ value, label }: ProgressRingProps) {
  return (
    <span className={classes.ring}>
      <progress value={value} max={1} aria-label={label} />
      <svg viewBox="0 0 16 16" aria-hidden>
        <circle className={classes.track} cx="8" cy="8" r={RADIUS} />
        <circle
          className={classes.done}
          cx="8"
          cy="8"
          r={RADIUS}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - value)}
        />
      </svg>
    </span>
  );
}
