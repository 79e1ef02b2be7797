import { useCallback } from 'react';
import type { Invitation } from '../../model/entities/invitation.ts';
import type { Team } from '../../model/entities/team.ts';
import {
  type AccountDb,
  listInvitations,
  listOrganizationTeams,
  outboxItems,
  pendingMark,
} from '../../sync/client/index.ts';
import { useAccount, useLive } from './client.tsx';

/** The organisation's teams, by name. */
export function useOrganizationTeams(): readonly Team[] | undefined {
  return useLive(listOrganizationTeams, []);
}

/** Everybody who was invited, newest first; only levels 1 to 3 have these rows. */
export function useInvitations(): readonly Invitation[] | undefined {
  return useLive(listInvitations, []);
}

/** What became of an invitation's mail, as far as this device knows. */
export type InviteOutcome = 'sent' | 'delayed' | 'queued' | 'waiting' | 'refused';

/** With the words of the refusal, as the outbox has them. */
interface InviteResult {
  readonly outcome: InviteOutcome;
  readonly reason: string | undefined;
}

/** How long a form waits for the server's word before it says what it knows, in milliseconds. */
const PATIENCE = 3_000;
const CHECK_EVERY = 120;

/** Waits a moment for the server to take an invitation just made, and says what happened; without a network at once. */
export function useInviteOutcome(): (id: string) => Promise<InviteResult> {
  const account = useAccount();
  return useCallback(
    async (id) => {
      const db = account?.db;
      if (db === undefined) return { outcome: 'waiting', reason: undefined };
      const until = performance.now() + PATIENCE;
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
  const items = await outboxItems(db);
  return items.find(({ table, rowId }) => table === 'invitations' && rowId === id)?.reason;
}

async function outcomeNow(db: AccountDb, id: string): Promise<InviteOutcome> {
  const mark = await pendingMark(db, 'invitations', id);
  if (mark === 'rejected') return 'refused';
  if (mark !== 'none') return 'waiting';
  const invitation = (await listInvitations(db)).find((one) => one.id === id);
  return invitation?.mail ?? 'waiting';
}
