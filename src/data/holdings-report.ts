import type { Held } from '../../model/protocol/device-holdings.ts';
import {
  type Account,
  type Client,
  loadHoldings,
  type ReceivedHere,
} from '../../sync/client/index.ts';

/** Least time between two reports of what the device holds, in milliseconds (HOLD-1). */
const PAUSE = 5 * 60_000;

interface Deps {
  readonly client: Pick<Client, 'own'>;
  readonly account: Pick<Account, 'db' | 'userId' | 'record'>;
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
}

/**
 * Reports what this device holds, for its person to read (HOLD-1): once after a start, and then when the device has
 * come further, at most every five minutes. At rest nothing is counted or sent. To be called by the loop that reports
 * receipts; a report that fails is repeated after the pause.
 */
export function createHoldingsReport({
  client,
  account: { db, userId, record },
  now,
}: Deps): (here: ReceivedHere) => Promise<void> {
  let last: { readonly at: number; readonly cursor: number; readonly epoch: string } | undefined;
  return async ({ epoch, cursor, cursor_at }) => {
    const isSame = last?.cursor === cursor && last.epoch === epoch;
    if (last !== undefined && (isSame || now() - last.at < PAUSE)) return;
    const before = last;
    last = { at: now(), cursor, epoch };
    try {
      const { cachedFiles, heldHere } = await loadHoldings();
      const held: Held = {
        ...(await heldHere(db, await cachedFiles(userId))),
        ...(await storage()),
        encrypted: record.sealedNames !== undefined,
      };
      const body = { epoch, cursor, cursor_at, ...held };
      await client.own.request({ path: 'sync/holdings', body }, () => undefined);
    } catch (failure) {
      last = { at: now(), cursor: before?.cursor ?? -1, epoch: before?.epoch ?? '' };
      throw failure;
    }
  };
}

/** Storage of the browser for Cairn; nothing is protected on an address without TLS. */
async function storage(): Promise<Pick<Held, 'megabytes' | 'persistent'>> {
  if (!('storage' in navigator)) return { megabytes: null, persistent: false };
  const { usage } = await navigator.storage.estimate();
  return {
    megabytes: usage === undefined ? null : Math.round(usage / 1_000_000),
    persistent: await navigator.storage.persisted(),
  };
}
