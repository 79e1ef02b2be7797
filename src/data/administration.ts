import { useCallback } from 'react';
import type { Invitation } from '../../model/entities/invitation.ts';
import type { Team } from '../../model/entities/team.ts';
import {
  type AccountDb,
  listInvitations,
  listOrganizationTeams,
  pendingMark,
} from '../../sync/client/index.ts';
import { useAccount, useLive } from './client.tsx';
import { listOutbox } from './outbox.ts';

/** Teams of the organisation, by name. */
export function useOrganizationTeams(): readonly Team[] | undefined {
  return useLive(listOrganizationTeams, []);
}

/** Invitations, newest first; only levels 1 to 3 can read these rows. */
export function useInvitations(): readonly Invitation[] | undefined {
  return useLive(listInvitations, []);
}

/** State of an invitation's mail as far as this device knows. */
export type InviteOutcome = 'sent' | 'delayed' | 'queued' | 'waiting' | 'refused';

/** `reason` is the text of the rejection, as in the outbox. */
interface InviteResult {
  readonly outcome: InviteOutcome;
  readonly reason: string | undefined;
}

/** Time that a form waits for the verdict before it shows the state known so far. Milliseconds. */
const TIMEOUT = 3_000;
const CHECK_EVERY = 120;

/** Waits briefly for the verdict on a new invitation and returns its outcome; returns at once when offline. */
export function useInviteOutcome(): (id: string) => Promise<InviteResult> {
  const account = useAccount();
  return useCallback(
    async (id) => {
      const db = account?.db;
      if (db === undefined) return { outcome: 'waiting', reason: undefined };
      const until = performance.now() + TIMEOUT;
      for (;;) {
        const outcome = await outcomeNow(db, id);
        const isLast = outcome === 'sent' || outcome === 'delayed' || outcome === 'refused';
        if (isLast || !navigator.onLine || performance.now() > until) {
          const reason = outcome === 'refused' ? await reasonOf(db, id) : undefined;
          return { outcome, reason };
        }
        await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY));
      }
    },
    [account],
  );
}

async function reasonOf(db: AccountDb, id: string): Promise<string | undefined> {
  const items = await listOutbox(db);
  return items.find(({ table, rowId }) => table === 'invitations' && rowId === id)?.reason;
}

async function outcomeNow(db: AccountDb, id: string): Promise<InviteOutcome> {
  const mark = await pendingMark(db, 'invitations', id);
  if (mark === 'rejected') return 'refused';
  if (mark !== 'none') return 'waiting';
  const invitation = (await listInvitations(db)).find((one) => one.id === id);
  return invitation?.mail ?? 'waiting';
}
