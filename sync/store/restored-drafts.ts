import type { DraftRecord } from './device-db.ts';
import { type DraftCodec, RESTORED } from './drafts.ts';

/** Drafts that were decrypted (CLIENT-14.2), until a form begins with them. Loaded only where there are any. */
export interface RestoredDrafts {
  readonly add: (row: DraftRecord) => void;
  /** Removes the one that a form began with before the page was loaded. */
  readonly begun: (key: string, at: number | undefined) => void;
  readonly texts: () => ReadonlyMap<string, string>;
  /** The draft for a form that begins with it. */
  readonly take: (key: string) => string | undefined;
  /** What each change of such a form states, so that the restored draft is deleted with it. */
  readonly taken: (key: string) => { readonly restored?: number };
}

export function restoredDrafts(codec: DraftCodec): RestoredDrafts {
  const found = new Map<string, { readonly at: number; readonly text: string }>();
  const taken = new Map<string, number>();
  return {
    add: ({ key, text, at = 0 }) => {
      const form = key.slice(RESTORED.length);
      const typed = codec.open(key, text);
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
