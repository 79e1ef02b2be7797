import { overdueAccount } from '../../sync/client/index.ts';
import type { Client } from './client.tsx';
import { useDeviceLive } from './client.tsx';

/** Account that is not shown until its person has signed in again (decision 0096). */
export interface Overdue {
  readonly days: number;
  /** Time of the last contact by the server's clock, milliseconds. */
  readonly provedAt: number;
  /** Number of unsent changes. */
  readonly unsent: number;
  /** Organisations of the person that open without a sign-in. */
  readonly others: readonly { readonly id: string; readonly name: string }[];
}

/** Null: there is none; undefined while it is read. */
export function useOverdue(): Overdue | null | undefined {
  return useDeviceLive(async (device) => {
    const found = await overdueAccount(device, Date.now());
    if (found === undefined) return null;
    const { account, provedAt, others } = found;
    const names = others.map(({ orgId, orgName }) => ({ id: orgId, name: orgName }));
    const { unsent, offlineDays: days = 0 } = account;
    return { days, provedAt, unsent, others: names };
  }, []);
}

/**
 * Asks the server with the session of this device. The device's clock may be wrong: the server decides by its own
 * whether the session is still accepted, and a renewal opens the account.
 */
export async function tryRenewal({ own }: Client): Promise<void> {
  await own.request({ method: 'GET', path: 'api/session/list/' }, () => undefined);
}
