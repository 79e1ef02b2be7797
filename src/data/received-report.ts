import { MOST_SEEN, parseStoredCursor } from '../../model/protocol/receipts.ts';
import {
  type Account,
  type Client,
  dueSeen,
  findOrganization,
  markSeenReported,
  type ReceivedHere,
  receivedHere,
} from '../../sync/client/index.ts';
import { createHoldingsReport } from './holdings-report.ts';
import { pause } from './pause.ts';

/** Time between two looks at the device's cursor, in milliseconds: it is reported at most that often (RECEIPT-3). */
const PAUSE = 10_000;

/**
 * Reports how far this device has come (RECEIPT-1), what its person has seen (RECEIPT-4) and what it holds (HOLD-1), as long as the function
 * that it returns has not been called. One tab of the browser reports; at rest nothing is sent. A report that fails is
 * repeated with the next one.
 */
export function reportReceived(
  client: Pick<Client, 'own' | 'draftsHere'>,
  account: Pick<Account, 'db' | 'orgId' | 'key' | 'userId' | 'record'>,
): () => void {
  const { db, orgId, key } = account;
  const stop = new AbortController();
  let stored: ReceivedHere | undefined;
  const report = async () => {
    const here = await receivedHere(db, orgId);
    if (here === undefined || !navigator.onLine || isSame(here, stored)) return;
    const call = { path: 'sync/received', body: { ...here } };
    const cursor = await client.own.request(call, parseStoredCursor);
    stored = { ...here, cursor };
  };
  const reportSeen = async () => {
    const due = await dueSeen(db, { orgId, most: MOST_SEEN });
    if (due === undefined || !navigator.onLine) return;
    await client.own.request({ path: 'sync/seen', body: { ...due } }, () => undefined);
    await markSeenReported(db, due);
  };
  const sendHoldings = createHoldingsReport({ client, account, now: () => performance.now() });
  const reportHoldings = async () => {
    const here = await receivedHere(db, orgId);
    if (here !== undefined && navigator.onLine) await sendHoldings(here);
  };
  /** Receipts of work can be switched off (RECEIPT-5). */
  const isOn = async () => (await findOrganization(db))?.work_receipts !== false;
  const run = async () => {
    while (!stop.signal.aborted) {
      // Offline, signed out or a closing database: the next look tries again.
      if (await isOn().catch(() => false)) {
        await report().catch(() => undefined);
        await reportSeen().catch(() => undefined);
      }
      // Only its own person reads it, so that this does not depend on receipts.
      await reportHoldings().catch(() => undefined);
      await pause(PAUSE, stop.signal);
    }
  };
  // Without locks each tab reports; the server stores equal reports once.
  if (!('locks' in navigator)) void run();
  else {
    const { signal } = stop;
    navigator.locks.request(`cairn-received:${key}`, { signal }, run).catch(() => undefined);
  }
  return () => stop.abort();
}

function isSame(left: ReceivedHere, right: ReceivedHere | undefined): boolean {
  return (
    left.cursor === right?.cursor &&
    left.epoch === right.epoch &&
    left.outlined === right.outlined &&
    left.summarized === right.summarized &&
    left.hot_since === right.hot_since
  );
}
