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
  /** Chooses this option; the picker closes. */
  readonly run: () => void;
  /** Present where several options can hold at once. */
  readonly tick?: Tick;
}

export interface Tick {
  /** `some`: on some of the tasks. */
  readonly state: 'on' | 'some' | 'off';
  /** Adds or removes this option; the picker stays open. False: nothing was changed, and a refusal has been shown. */
  readonly set: (isOn: boolean) => Promise<boolean>;
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

/** State of an option that holds for these tasks. */
export function tickState<T>(tasks: readonly T[], holds: (task: T) => boolean): Tick['state'] {
  const count = tasks.filter(holds).length;
  return count === tasks.length ? 'on' : count > 0 ? 'some' : 'off';
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
