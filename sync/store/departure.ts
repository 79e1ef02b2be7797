import type { LocalFile } from '../core/ports/files.ts';
import { type Message, verbatim } from '../../model/shared/message.ts';
import type { CopiedChange } from './copied-changes.ts';

/** Account whose data has left this device (CLIENT-10), with the reason and its person's own unsent work. */
export interface Departure {
  readonly id: string;
  readonly userId: string;
  readonly orgId: string;
  /** Empty on a shared computer, as is the person's name. */
  readonly orgName: string;
  readonly displayName: string;
  readonly reason: DepartureReason;
  /** Device's clock in milliseconds. */
  readonly at: number;
  /** Number of changes that were removed unsent: on a shared computer, or on the person's choice. */
  readonly lost: number;
  /** Unsent work by store. */
  readonly kept: readonly KeptWork[];
}

/** `erased`: the organisation was erased for everybody. `removed`: the person requested it on another device. */
export type DepartureReason = 'deactivated' | 'erased' | 'removed';

/** Unsent work of a removed store: the person's own mutations and texts, without any row. */
export interface KeptWork {
  readonly dbName: string;
  readonly entries: readonly KeptEntry[];
  /** For a downloaded copy: the mutations in the order in which they were made. */
  readonly mutations: readonly CopiedChange[];
}

export interface KeptEntry {
  readonly description: Message;
  /** The person's own text; empty for a mutation without one, such as a move. */
  readonly text: string;
  /** Device's clock in milliseconds. */
  readonly at: number;
  /** File that was not sent; `local`, which older builds did not store: its state on the device, for a downloaded copy. */
  readonly file?: {
    readonly name: string;
    readonly content: Blob;
    readonly local?: LocalFile;
  };
}

/** The departure with messages: older builds stored the descriptions in English. */
export function withMessages(departure: Departure): Departure {
  return {
    ...departure,
    kept: departure.kept.map((work) => ({
      ...work,
      entries: work.entries.map((entry) => ({
        ...entry,
        description: descriptionOf(entry.description),
      })),
    })),
  };
}

function descriptionOf(stored: Message | string): Message {
  return typeof stored === 'string' ? verbatim(stored) : stored;
}
