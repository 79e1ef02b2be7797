import { useEffect, useMemo, useRef, useState } from 'react';
import {
  MOST_RECEIPT_TASKS,
  parseKeptReceiptsOfTasks,
  parseReceiptsOfTasks,
  type ReceiptsOfTasks,
} from '../../model/protocol/receipts.ts';
import {
  keepWorkReceipts,
  keptWorkReceipts,
  type SentTask,
  type SentWork,
  sentWork,
} from '../../sync/client/index.ts';
import { useAccount, useClient, useLive } from './client.tsx';
import { useOnline } from './online.ts';
import { useReceiptSettings } from './receipt-settings.ts';
import { receiptsOfRow } from './receipts.ts';

/** Age up to which one's own work is of interest, in milliseconds. */
const RECENT = 7 * 86_400_000;
/** Shortest time between two requests, in milliseconds. */
const PAUSE = 60_000;
/** Time between two checks whether a request is due, in milliseconds. */
const CHECK = 5_000;
/** A device with a network reports what it has within 10 s (RECEIPT-3): work younger than this is not asked about. */
const JUST_SENT = 15_000;

/** A person whose devices lack changes of the viewer. */
export interface Unreceived {
  /** Organisation user. */
  readonly person: string;
  readonly count: number;
  /** Last report of a device of theirs, in milliseconds by the server's clock; null: none has reported. */
  readonly syncedAt: number | null;
  /** The tasks of these changes, the newest first. */
  readonly tasks: readonly (Pick<SentTask, 'id' | 'name' | 'project'> & {
    readonly count: number;
  })[];
}

/** Receipts of the viewer's work, and when the server answered them, in milliseconds by the device's clock. */
interface WorkReceipts {
  readonly at: number;
  readonly answer: ReceiptsOfTasks;
}

/**
 * People of the viewer's tasks whose devices lack work of the last days (RECEIPT-2). Asked while the page is visible,
 * at most once a minute; without a network from the last response. Undefined while nothing is known, and in an
 * organisation that has switched receipts off (RECEIPT-5).
 */
export function useUnreceived(): UnreceivedAt | undefined {
  const isOn = useReceiptSettings()?.work === true;
  const work = useSentWork();
  const { receipts, isUnanswered } = useWorkReceipts(isOn ? work : undefined);
  return useMemo(() => {
    if (!isOn || work === undefined || receipts === undefined) return undefined;
    return { people: unreceivedBy(work, receipts.answer), at: receipts.at, isUnanswered };
  }, [isOn, work, receipts, isUnanswered]);
}

/** What the last response says. */
export interface UnreceivedAt {
  readonly people: readonly Unreceived[];
  /** Time of the response, in milliseconds by the device's clock. */
  readonly at: number;
  /** The last request was not answered. */
  readonly isUnanswered: boolean;
}

/** Changes that people lack, most first. Versions of another epoch, or above the head of the response, say nothing. */
export function unreceivedBy(work: SentWork, answer: ReceiptsOfTasks): readonly Unreceived[] {
  if (work.epoch !== answer.epoch) return [];
  const receiptsOf = new Map(answer.tasks.map(({ task, receipts }) => [task, receipts]));
  const found = new Map<string, Unreceived>();
  for (const { id, name, project, people, rows } of work.tasks) {
    const judged = rows.filter(({ v }) => v <= answer.head);
    for (const receipt of receiptsOf.get(id) ?? []) {
      const { organization_user: person, reported_at: syncedAt } = receipt;
      const count = judged.filter((row) => receiptsOfRow([receipt], row).missing.length > 0).length;
      if (count === 0 || !people.includes(person)) continue;
      const before = found.get(person) ?? { person, count: 0, syncedAt, tasks: [] };
      found.set(person, {
        ...before,
        count: before.count + count,
        syncedAt: latest(before.syncedAt, syncedAt),
        tasks: [...before.tasks, { id, name, project, count }],
      });
    }
  }
  return [...found.values()].toSorted(
    (left, right) => right.count - left.count || left.person.localeCompare(right.person),
  );
}

/** Each project has its own devices that count. */
function latest(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.max(left, right);
}

function useSentWork(): SentWork | undefined {
  const account = useAccount();
  const me = account?.orgUserId;
  const orgId = account?.orgId;
  return useLive(
    async (db) =>
      me === undefined || orgId === undefined
        ? undefined
        : await sentWork(db, { orgId, me, since: Date.now() - RECENT, most: MOST_RECEIPT_TASKS }),
    [me, orgId],
  );
}

/** The caller is mounted anew for another account. */
function useWorkReceipts(work: SentWork | undefined): {
  readonly receipts: WorkReceipts | undefined;
  readonly isUnanswered: boolean;
} {
  const client = useClient();
  const db = useAccount()?.db;
  const isOnline = useOnline();
  const [receipts, setReceipts] = useState<WorkReceipts>();
  const [isUnanswered, setUnanswered] = useState(false);
  const askedAt = useRef(-Infinity);
  useEffect(() => {
    if (db === undefined) return;
    const show = async () => {
      const kept = await keptWorkReceipts(db);
      if (kept === undefined) return;
      const answer = parseKeptReceiptsOfTasks(kept.answer);
      setReceipts((shown) => shown ?? { at: kept.at, answer });
    };
    // Of another build, or a database that is closing: the server answers anew.
    show().catch(() => undefined);
  }, [db]);
  useEffect(() => {
    if (db === undefined || work === undefined || work.tasks.length === 0) return undefined;
    if (!isOnline) return undefined;
    const read = async () => {
      const query = { task_ids: work.tasks.map(({ id }) => id).join(',') };
      const call = { method: 'GET', path: 'receipt/tasks/', query } as const;
      const answer = await client.own.request(call, parseReceiptsOfTasks);
      const at = Date.now();
      setReceipts({ at, answer });
      setUnanswered(false);
      // A store that cannot be written says so elsewhere.
      await keepWorkReceipts(db, { at, answer }).catch(() => undefined);
    };
    const ask = () => {
      const now = Date.now();
      if (document.visibilityState === 'hidden' || now - askedAt.current < PAUSE) return;
      if (work.tasks.some(({ rows }) => rows.some((row) => isJustSent(row.createdAt, now)))) return;
      askedAt.current = now;
      // Not reachable: the last response stays, with its time.
      read().catch(() => setUnanswered(true));
    };
    ask();
    const timer = setInterval(ask, CHECK);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [client, db, isOnline, work]);
  return { receipts, isUnanswered };
}

/** A row of a device whose clock is ahead of this one's does not delay a request. */
function isJustSent(createdAt: number, now: number): boolean {
  return createdAt <= now && now - createdAt < JUST_SENT;
}
