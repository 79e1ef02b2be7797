import { changeElsewhere, type Client } from '../../sync/client/index.ts';
import type { Submissions } from './submissions.ts';

/** Shows in the forms of this page what another tab has written to local storage. */
export function show({ key, newValue }: StorageEvent, client: Client, sends: Submissions): void {
  const account = client.account();
  const drafts = account && client.drafts(account.key);
  if (key === null || newValue === null || drafts === undefined) return;
  const change = changeElsewhere(key, newValue, drafts.shown);
  // Text that is being saved returns to the form as it was sent.
  if (change === undefined || sends.since(change.key) !== undefined) return;
  sends.typed(change.key, change.text, nothing, nothing);
}

/** The other tab has stored it. */
const nothing = () => undefined;
