/** Board described by a file, independent of its format. Texts are unchanged and not truncated. */
export interface SourceBoard {
  readonly kind: 'trello' | 'csv';
  /** Identifies a repeated import of the same file. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly lists: readonly SourceList[];
  readonly people: readonly SourcePerson[];
  /** Contents that Cairn has no field for, and contents that could not be read. */
  readonly losses: readonly Loss[];
  /** Values that are imported in another form. */
  readonly changes: readonly string[];
}

export interface SourceList {
  readonly id: string;
  readonly name: string;
  readonly isArchived: boolean;
  readonly cards: readonly SourceCard[];
}

export interface SourceCard {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Names. */
  readonly labels: readonly string[];
  /** Name of a priority as in the file. */
  readonly priority: string;
  /** Calendar dates. */
  readonly start: string | null;
  readonly due: string | null;
  /** Keys of `SourceBoard.people`. */
  readonly assignees: readonly string[];
  readonly collaborators: readonly string[];
  readonly isCompleted: boolean;
  /** UTC instant. */
  readonly completedAt: string | null;
  readonly isArchived: boolean;
  readonly subtasks: readonly SourceItem[];
  readonly comments: readonly SourceComment[];
  /** Values of the other fields of a task, by field. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface SourceItem {
  readonly id: string;
  readonly name: string;
  readonly due: string | null;
  readonly isCompleted: boolean;
}

export interface SourceComment {
  readonly id: string;
  /** Includes author and time, because the importing person becomes the author. */
  readonly text: string;
}

export interface SourcePerson {
  readonly key: string;
  readonly name: string;
  /** Empty when the file has none. */
  readonly email: string;
}

export interface Loss {
  readonly what: string;
  readonly count: number;
  readonly why: string;
}

/** File that cannot be imported at all; the message is shown to the person. */
export class UnreadableFile extends Error {}

/** Omits losses with a count of zero. */
export function present(losses: readonly Loss[]): readonly Loss[] {
  return losses.filter(({ count }) => count > 0);
}
