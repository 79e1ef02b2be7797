import type { Client } from '../../sync/client/index.ts';
import type { Submissions } from './submissions.ts';

/** Forms show what other tabs do with their drafts (CLIENT-14.7). Returns the function that ends it. */
export function followOtherTabs(client: Client, sends: Submissions): () => void {
  const listener = (event: StorageEvent) => {
    // Without its code the forms show what they did.
    import('./changed-draft.ts').then((code) => code.show(event, client, sends)).catch(nothing);
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

const nothing = () => undefined;
