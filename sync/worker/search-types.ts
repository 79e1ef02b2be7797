/** Interface of the search worker for the palette, through comlink. All results come from this device's store. */

export type FoundKind =
  | 'task'
  | 'subtask'
  | 'comment'
  | 'note'
  | 'todo'
  | 'project'
  | 'person'
  | 'message';

/** One search result: its name, its location, and the parameters of its address. */
export interface Found {
  readonly kind: FoundKind;
  readonly id: string;
  readonly title: string;
  /** Location, outermost first, e.g. `['Bridge', 'To do']`. */
  readonly place: readonly string[];
  /** Line that contains the words, when the title does not. */
  readonly excerpt: string | undefined;
  /** Slug of the project of the row. */
  readonly slug: string | undefined;
  /** Task of a subtask or comment. */
  readonly task: string | undefined;
  /** Conversation in the form of addresses: `group:<number>` or `person:<user>`. */
  readonly conversation: string | undefined;
  /** Completed, archived or deleted: shown faint. */
  readonly isDone: boolean;
}

export interface FoundRef {
  readonly kind: FoundKind;
  readonly id: string;
}

export interface SearchApi {
  /** Starts to read the store of the organisation user `me`; a repeated call for the same store has no effect. */
  readonly open: (dbName: string, me: string) => Promise<void>;
  /** Best first, at most a few of each kind. Diacritics and case are ignored; every word has to match. */
  readonly find: (text: string) => Promise<readonly Found[]>;
  /** Current details of the same rows; deleted ones are left out. */
  readonly details: (refs: readonly FoundRef[]) => Promise<readonly Found[]>;
  /** False during the first read of the store: results may be incomplete. */
  readonly isComplete: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}
