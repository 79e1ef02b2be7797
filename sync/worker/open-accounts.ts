import type { BrowserOnline } from '../browser/machine.ts';
import { type AccountEngine, startOrReplace, type WorkerParts } from './account-engine.ts';
import { otherAccounts } from './other-accounts.ts';

/** Engines of a tab: the engine of the open account, and those that send for the person's other accounts. */
export interface OpenAccounts {
  readonly current: () => Promise<AccountEngine | undefined>;
  /**
   * Stops the engine of another open account; keeps that of the same account, whose person may have signed in again,
   * unless its store contains work that could not be decrypted before.
   */
  readonly open: (accountKey: string) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Sends for all accounts of the person; true when no mutation is pending any more. */
  readonly drain: (milliseconds: number) => Promise<boolean>;
}

export function openAccounts(
  parts: WorkerParts & { readonly online: BrowserOnline },
  currentBoard: () => string | null,
): OpenAccounts {
  const others = otherAccounts(parts);
  let current: Promise<AccountEngine | undefined> = Promise.resolve(undefined);
  let key: string | undefined;

  // A failure in another account is tried again on the next call.
  const followOthers = () => {
    if (key !== undefined) others.follow(key).catch(() => undefined);
  };
  parts.online.subscribe(followOthers);

  return {
    current: () => current.catch(() => undefined),
    open: async (accountKey) => {
      const before = await current.catch(() => undefined);
      const record = await parts.device.accounts.get(accountKey);
      // A store that another tab opened in place of a damaged one is a different store (CLIENT-6).
      const isSame = before?.key === accountKey && before.dbName === record?.dbName;
      if (isSame && !before.isOver() && !before.isLocked) {
        before.engine.resume();
        others.resume(key);
        return;
      }
      before?.stop();
      others.stop();
      key = record?.key;
      current =
        record === undefined
          ? Promise.resolve(undefined)
          : startOrReplace(parts, record, currentBoard);
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
