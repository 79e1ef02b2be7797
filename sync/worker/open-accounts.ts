import type { BrowserOnline } from '../browser/machine.ts';
import { type AccountEngine, startOrReplace, type WorkerParts } from './account-engine.ts';
import { otherAccounts } from './other-accounts.ts';

/** The engines of a tab: that of the account it shows, and those that send what waits in the person's other ones. */
export interface OpenAccounts {
  readonly current: () => Promise<AccountEngine | undefined>;
  /** Another one that was open is let go; the same one goes on, since somebody may have signed in again. */
  readonly open: (accountKey: string) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Of all accounts of the person; true when nothing waits any more. */
  readonly drain: (milliseconds: number) => Promise<boolean>;
}

export function openAccounts(
  parts: WorkerParts & { readonly online: BrowserOnline },
  lookedAt: () => string | null,
): OpenAccounts {
  const others = otherAccounts(parts);
  let current: Promise<AccountEngine | undefined> = Promise.resolve(undefined);
  let key: string | undefined;

  // What goes wrong there is tried again at the next occasion.
  const followOthers = () => {
    if (key !== undefined) others.follow(key).catch(() => undefined);
  };
  parts.online.subscribe(followOthers);

  return {
    current: () => current.catch(() => undefined),
    open: async (accountKey) => {
      const before = await current.catch(() => undefined);
      const record = await parts.device.accounts.get(accountKey);
      // A store that another tab has put in place of a damaged one is another store (CLIENT-6).
      const isSame = before?.key === accountKey && before.dbName === record?.dbName;
      if (isSame && !before.isOver()) {
        before.engine.resume();
        others.resume();
        return;
      }
      before?.stop();
      others.stop();
      key = record?.key;
      current =
        record === undefined ? Promise.resolve(undefined) : startOrReplace(parts, record, lookedAt);
      try {
        await current;
      } catch (error) {
        current = Promise.resolve(undefined);
        throw error;
      } finally {
        followOthers();
      }
    },
    close: async () => {
      key = undefined;
      others.stop();
      (await current.catch(() => undefined))?.stop();
      current = Promise.resolve(undefined);
    },
    drain: async (milliseconds) => {
      const account = await current.catch(() => undefined);
      const [own, rest] = await Promise.all([
        account?.engine.drain(milliseconds) ?? true,
        others.drain(key, milliseconds),
      ]);
      return own && rest;
    },
  };
}
