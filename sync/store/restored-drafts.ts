import type { DraftRecord } from './device-db.ts';

/** Drafts that were decrypted (CLIENT-14.2), until a form begins with them. Loaded only where there are any. */
export interface RestoredDrafts {
  /** `form` is the key of the form's own draft. */
  readonly add: (form: string, row: DraftRecord) => void;
  /** Removes the one that a form began with before the page was loaded. */
  readonly begun: (key: string, at: number | undefined) => void;
  readonly texts: () => ReadonlyMap<string, string>;
  /** The draft for a form that begins with it. */
  readonly take: (key: string) => string | undefined;
  /** What each change of such a form states, so that the restored draft is deleted with it. */
  readonly taken: (key: string) => { readonly restored?: number };
}

/** `open` decodes a stored draft; undefined for one that cannot be read here. */
export function restoredDrafts(
  open: (key: string, stored: string) => string | undefined,
): RestoredDrafts {
  const found = new Map<string, { readonly at: number; readonly text: string }>();
  const taken = new Map<string, number>();
  return {
    add: (form, { key, text, at = 0 }) => {
      const typed = open(key, text);
      if (typed !== undefined && taken.get(form) !== at) found.set(form, { at, text: typed });
    },
    begun: (key, at) => {
      if (found.get(key)?.at === at) found.delete(key);
    },
    texts: () => new Map(Array.from(found, ([key, { text }]) => [key, text])),
    take: (key) => {
      const draft = found.get(key);
      if (draft === undefined) return undefined;
      found.delete(key);
      taken.set(key, draft.at);
      return draft.text;
    },
    taken: (key) => {
      const at = taken.get(key);
      return at === undefined ? {} : { restored: at };
    },
  };
}
