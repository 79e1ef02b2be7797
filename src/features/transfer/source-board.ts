/** A board as a file describes it, whatever kind of file it was. Texts are as they came; nothing is cut yet. */
export interface SourceBoard {
  readonly kind: 'trello' | 'csv';
  /** By this a second import of the same file is recognised. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly lists: readonly SourceList[];
  readonly people: readonly SourcePerson[];
  /** What the file has and Cairn has no place for, and what could not be read. */
  readonly losses: readonly Loss[];
  /** What comes along in another shape than it had. */
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
  /** Name of a priority, as the file spells it. */
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
}

export interface SourceItem {
  readonly id: string;
  readonly name: string;
  readonly due: string | null;
  readonly isCompleted: boolean;
}

export interface SourceComment {
  readonly id: string;
  /** With its author and time, for it is the importing person's now. */
  readonly text: string;
}

export interface SourcePerson {
  readonly key: string;
  readonly name: string;
  /** Empty when the file does not say. */
  readonly email: string;
}

export interface Loss {
  readonly what: string;
  readonly count: number;
  readonly why: string;
}

/** A file that cannot be imported at all; the message is for the person. */
export class UnreadableFile extends Error {}

/** Leaves out what there is none of. */
export function present(losses: readonly Loss[]): readonly Loss[] {
  return losses.filter(({ count }) => count > 0);
}
