/** Bars of a waveform. */
export const BARS = 64;
/** Height of the highest bar; a bar is one hex digit. */
const HIGHEST = 15;
/** Loudness below which a recording is drawn as silence: without it noise would fill the whole height. */
const SILENCE = 0.02;

/**
 * Waveform of a recording as hex digits, one a bar, from its levels in order (0 to 1, in equal steps). The loudest bar
 * has the full height.
 */
export function peaksOf(levels: readonly number[]): string {
  const count = Math.min(BARS, Math.max(1, levels.length));
  const bars = Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / count));
    return Math.max(0, ...levels.slice(from, to));
  });
  const loudest = Math.max(SILENCE, ...bars);
  return bars.map((bar) => Math.round((bar / loudest) * HIGHEST).toString(16)).join('');
}

/** Heights of the bars of a waveform, 0 to 1. */
export function heightsOf(peaks: string): readonly number[] {
  return Array.from(peaks, (digit) => Number.parseInt(digit, 16) / HIGHEST);
}

/** `0:07`, `9:59`. `ms` in milliseconds. */
export function clockOf(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}
