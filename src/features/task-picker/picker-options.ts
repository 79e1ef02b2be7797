import type { ReactNode } from 'react';
import { matchesQuery } from '../../ui/text/match-query.ts';

export interface PickerOption {
  readonly id: string;
  readonly name: string;
  readonly icon?: ReactNode;
  /** Shown at the end of the line. */
  readonly hint?: string;
  /** True for the present value. */
  readonly isCurrent?: boolean;
  readonly run: () => void;
}

export interface PickerGroup {
  readonly title: string;
  readonly options: readonly PickerOption[];
}

export function optionsFor(
  options: readonly PickerOption[],
  text: string,
): readonly PickerOption[] {
  return options.filter(({ name }) => matchesQuery(name, text));
}

/** Option that an arrow key leads to; undefined for other keys. */
export function stepTo(
  key: string,
  options: readonly PickerOption[],
  from: PickerOption | undefined,
): PickerOption | undefined {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || options.length === 0) return undefined;
  const at = from === undefined ? -1 : options.indexOf(from);
  return options[(at + step + options.length) % options.length];
}
