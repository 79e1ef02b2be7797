import type { Held } from '../../model/protocol/device-holdings.ts';
import {
  type Account,
  type Client,
  loadHoldings,
  type ReceivedHere,
} from '../../sync/client/index.ts';

/** Least time between two reports of what the device holds, in milliseconds (HOLD-1). */
const PAUSE = 5 * 60_000;
/** Least time between two counts of unsent work while the device comes no further, in milliseconds. */
const LOOK = 60_000;

interface Deps {
  readonly client: Pick<Client, 'own' | 'draftsHere'>;
  readonly account: Pick<Account, 'db' | 'userId' | 'record'>;
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
}

/** The last report, or what the next one is compared with after a report that failed. */
interface Reported {
  readonly at: number;
  readonly cursor: number;
  readonly epoch: string;
  readonly unsent: number;
}

/**
 * Reports what this device holds, for its person to read (HOLD-1): once after a start, and then when the device has
 * come further or has another amount of unsent work, at most every five minutes. A rejected change is such work, and
 * the cursor does not advance by it. At rest only unsent work is counted, at most once a minute, and nothing is sent.
 * To be called by the loop that reports receipts; a report that fails is repeated after the pause.
 */
export function createHoldingsReport({
  client,
  account: { db, userId, record },
  now,
}: Deps): (here: ReceivedHere) => Promise<void> {
  let last: Reported | undefined;
  let countedAt = 0;
  const unsentNow = async () => {
    const { unsentHere } = await loadHoldings();
    const [unsent, { typed }] = await Promise.all([unsentHere(db), client.draftsHere([record])]);
    return unsent + typed;
  };
  return async ({ epoch, cursor, cursor_at }) => {
    const before = last;
    if (before !== undefined && now() - before.at < PAUSE) return;
    const isSame = before?.cursor === cursor && before.epoch === epoch;
    if (isSame && now() - countedAt < LOOK) return;
    countedAt = now();
    try {
      const unsent = await unsentNow();
      if (isSame && before.unsent === unsent) return;
      last = { at: now(), cursor, epoch, unsent };
      const { cachedFiles, heldHere } = await loadHoldings();
      const held: Held = {
        ...(await heldHere(db, await cachedFiles(userId))),
        ...(await storage()),
        unsent,
        encrypted: record.sealedNames !== undefined,
      };
      const body = { epoch, cursor, cursor_at, ...held };
      await client.own.request({ path: 'sync/holdings', body }, () => undefined);
    } catch (failure) {
      last = { ...(before ?? NEVER), at: now() };
      throw failure;
    }
  };
}

const NEVER = { cursor: -1, epoch: '', unsent: -1 };

/** Storage of the browser for Cairn; nothing is protected on an address without TLS. */
async function storage(): Promise<Pick<Held, 'megabytes' | 'persistent'>> {
  if (!('storage' in navigator)) return { megabytes: null, persistent: false };
  const { usage } = await navigator.storage.estimate();
  return {
    megabytes: usage === undefined ? null : Math.round(usage / 1_000_000),
    persistent: await navigator.storage.persisted(),
  };
}
