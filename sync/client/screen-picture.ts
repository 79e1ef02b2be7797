import Dexie from 'dexie';
import { keepPicture, type ScreenPicture, storeStamp } from '../store/picture.ts';
import type { Client } from './client.ts';
import { leaveHint } from './picture-hint.ts';

export type { ScreenPicture };

/** Where the picture of the screen of the open account is kept. */
export interface PictureShelf {
  /** Calls with every change of rows, whoever made it. */
  readonly onChange: (changed: () => void) => void;
  /** State of the open account's store; undefined where no picture may be kept. */
  readonly stamp: () => Promise<string | undefined>;
  readonly keep: (picture: ScreenPicture) => void;
}

export function pictureShelf(client: Client): PictureShelf {
  return {
    onChange: (changed) => {
      Dexie.on('storagemutated', changed);
    },
    stamp: async () => {
      // On a computer of several people nothing stays.
      if (await client.isShared()) return undefined;
      const account = client.account();
      return account === undefined ? undefined : await storeStamp(account.db.dexie.backendDB());
    },
    keep: (picture) => {
      const account = client.account();
      if (account === undefined) return;
      keepPicture(account.db.dexie.backendDB(), picture);
      leaveHint({ accountKey: account.key, dbName: account.record.dbName }, picture);
    },
  };
}
