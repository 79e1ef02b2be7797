/** Figures of one measurement, milliseconds unless the row says otherwise. */
export interface Row {
  readonly what: string;
  readonly value: string;
  /** The baseline of this run, or the target as text. */
  readonly against: string;
  readonly met: boolean | undefined;
}

/** The value below which a share of the samples lies; the samples need not be sorted. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((left, right) => left - right);
  const index = Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1);
  return sorted[Math.max(0, index)] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

export function mb(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

/** Prints one row at once, while the rest is being measured. */
export function printRow({ what, value, against, met }: Row): void {
  console.error(`  ${what}: ${value}  ${against}${verdictOf(met)}`);
}

/**
 * Prints the table; targets are printed, not enforced: figures of two machines cannot be compared.
 */
export function printTable(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ what }) => what.length));
  const values = Math.max(...rows.map(({ value }) => value.length));
  for (const { what, value, against, met } of rows) {
    console.log(
      `${what.padEnd(width)}  ${value.padStart(values)}  ${against}${verdictOf(met)}`.trimEnd(),
    );
  }
}

function verdictOf(met: boolean | undefined): string {
  if (met === undefined) return '';
  return met ? '  met' : '  NOT met';
}
