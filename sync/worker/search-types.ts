/** What the palette asks of the search worker, through comlink. Everything comes from this device's store. */

export type FoundKind =
  | 'task'
  | 'subtask'
  | 'comment'
  | 'note'
  | 'todo'
  | 'project'
  | 'person'
  | 'message';

/** One thing that was found: what it is called, where it is, and what an address to it needs. */
export interface Found {
  readonly kind: FoundKind;
  readonly id: string;
  readonly title: string;
  /** Where it is, outermost first, e.g. `['Bridge', 'To do']`. */
  readonly place: readonly string[];
  /** The line that holds the words, when the title does not. */
  readonly excerpt: string | undefined;
  /** Slug of the project it belongs to. */
  readonly slug: string | undefined;
  /** Task of a subtask or comment. */
  readonly task: string | undefined;
  /** Other end of a conversation: as addresses name it: `group:<number>` or `person:<user>`. */
  readonly conversation: string | undefined;
  /** Completed, archived or deleted: shown faint. */
  readonly isDone: boolean;
}

export interface FoundRef {
  readonly kind: FoundKind;
  readonly id: string;
}

export interface SearchApi {
  /** Starts to read the store of the organisation user `me`; asking again for the same one changes nothing. */
  readonly open: (dbName: string, me: string) => Promise<void>;
  /** Best first, at most a few of each kind. Diacritics and case do not matter; every word has to be there. */
  readonly find: (text: string) => Promise<readonly Found[]>;
  /** The same things as they are now; what is gone is left out. */
  readonly look: (refs: readonly FoundRef[]) => Promise<readonly Found[]>;
  /** False while the store is being read for the first time: what is found may not be all. */
  readonly isComplete: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}
