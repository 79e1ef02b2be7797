import { useLiveQuery } from 'dexie-react-hooks';
import {
  createContext,
  type DependencyList,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Mutation } from '../../model/mutations/define-mutation.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { type Refusal, refuse } from '../../model/shared/errors.ts';
import {
  type Account,
  type AccountDb,
  type Client,
  followNotSaved,
  type ImportReport,
  type NewFile,
  type ReplicaReport,
  type UnsentCopy,
} from '../../sync/client/index.ts';
import { i18n, translated } from '../i18n/i18n.ts';
import { type ChangesInFlight, changesInFlight } from './changes-in-flight.ts';
import type { ExportRun } from './export-run.ts';
import type { ImportRun } from './import-run.ts';
import type { KeptRestoredValue } from './kept-restored-values.ts';
import { itself, useObserved } from './observed.ts';
import { followOtherTabs } from './other-tabs.ts';
import type { SharedState } from './shared-state.ts';
import { createSubmissions, type Submissions } from './submissions.ts';
import { type SuccessOptions, useShowSuccess } from './success.tsx';
import { undoChange } from './undo-change.ts';

export type { Account, Client, ImportReport, ReplicaReport, UnsentCopy };

export interface ClientValue {
  readonly client: Client;
  readonly account: Account | undefined;
  readonly isSignedOut: boolean;
  readonly showRefusal: (message: string) => Promise<void>;
  readonly runs: AccountRuns;
  readonly changes: ChangesInFlight;
  readonly sends: Submissions;
}

/** Work of an account that continues while screens unmount and while another organisation is open. */
interface AccountRuns {
  readonly imports: WeakMap<Account, ImportRun>;
  readonly exports: WeakMap<Account, ExportRun>;
  readonly restored: WeakMap<Account, SharedState<readonly KeptRestoredValue[]>>;
}

const ClientContext = createContext<ClientValue | undefined>(undefined);
const ActorContext = createContext<Actor | undefined>(undefined);

interface ClientProviderProps {
  readonly client: Client;
  /** Shows the reason of a refusal; resolves when the person has dismissed it. */
  readonly showRefusal: (message: string) => Promise<void>;
  /** Shows that a change could not be saved on this device, until the person dismisses it. */
  readonly showNotSaved: (message: string) => void;
  /** Shows or hides the notice that the worker does not start. */
  readonly showFailing: (isFailing: boolean) => void;
  readonly children: ReactNode;
}

/** Provides the device's client, the open account and its actor; all three follow the store. */
export function ClientProvider(props: ClientProviderProps) {
  const { client, showNotSaved, showFailing, children } = props;
  const show = props.showRefusal;
  const showRefusal = useCallback((message: string) => show(translated(message)), [show]);
  useEffect(() => followNotSaved((message) => showNotSaved(translated(message))), [showNotSaved]);
  useEffect(() => client.followFailing(showFailing), [client, showFailing]);
  const opened = useLiveQuery(async () => ({ account: await client.currentAccount() }), [client]);
  const account = useFirstReads(opened?.account);
  const isSignedOut = opened !== undefined && opened.account === undefined;
  const actor = useObserved(account?.loaders.actor, itself);
  const [runs] = useState<AccountRuns>(() => ({
    imports: new WeakMap(),
    exports: new WeakMap(),
    restored: new WeakMap(),
  }));
  const [changes] = useState(changesInFlight);
  const [sends] = useState(createSubmissions);
  useEffect(() => followOtherTabs(client, sends), [client, sends]);
  const value = useMemo(
    () => ({ client, account, isSignedOut, showRefusal, runs, changes, sends }),
    [client, account, isSignedOut, showRefusal, runs, changes, sends],
  );
  return (
    <ClientContext value={value}>
      <ActorContext value={actor}>{children}</ActorContext>
    </ClientContext>
  );
}

/** Milliseconds until the screens are shown without the values of their first frame, when the store is slow. */
const FIRST_READS_TIMEOUT = 500;

/**
 * The account once the values that every screen needs are read: the screens then render once, and not again with each
 * value. Keeps these values current.
 */
function useFirstReads(account: Account | undefined): Account | undefined {
  const isDone = useObserved(account?.firstReads.done, itself) === true;
  const [late, setLate] = useState<Account>();
  useEffect(() => {
    if (account === undefined || isDone) return undefined;
    const timer = setTimeout(() => setLate(account), FIRST_READS_TIMEOUT);
    return () => clearTimeout(timer);
  }, [account, isDone]);
  return isDone || late === account ? account : undefined;
}

export function useClient(): Client {
  return useClientValue().client;
}

/** Open account; undefined before sign-in and while switching. */
export function useAccount(): Account | undefined {
  return useClientValue().account;
}

export function useAccountRuns(): AccountRuns {
  return useClientValue().runs;
}

/** Changes that are requested and not saved yet. */
export function useChangesInFlight(): ChangesInFlight {
  return useClientValue().changes;
}

/** Submitted form contents that are not saved yet. */
export function useSubmissions(): Submissions {
  return useClientValue().sends;
}

/** True once it is known that nobody is signed in on this device, e.g. after a sign-out in another tab. */
export function useIsSignedOut(): boolean {
  return useClientValue().isSignedOut;
}

/** Person who acts, with rights, from local rows; undefined while they are read. */
export function useActor(): Actor | undefined {
  return useContext(ActorContext);
}

/**
 * Query over the account's store that runs again when rows it read change. Undefined means loading: a query
 * for a row that may be missing returns null. `deps` are the values that the query uses.
 */
export function useLive<T>(
  query: (db: AccountDb) => Promise<T>,
  deps: DependencyList,
): T | undefined {
  const db = useAccount()?.db;
  return useLiveQuery(async () => (db === undefined ? undefined : await query(db)), [db, ...deps]);
}

/**
 * The same for the rows of one entity; undefined as well while `key` is undefined or the rows of a new one are
 * read. `useLive` returns the rows of the previous one until then.
 */
export function useLiveOf<T>(
  key: string | undefined,
  query: (db: AccountDb, key: string) => Promise<T>,
): T | undefined {
  const found = useLive(
    async (db) => (key === undefined ? undefined : { key, rows: await query(db, key) }),
    [key],
  );
  return found !== undefined && found.key === key ? found.rows : undefined;
}

/** Query over the device's store, which has data of all accounts; works while nobody is signed in. */
export function useDeviceLive<T>(
  query: (device: Client['device']) => Promise<T>,
  deps: DependencyList,
): T | undefined {
  const { device } = useClient();
  return useLiveQuery(() => query(device), [device, ...deps]);
}

export interface MutateOptions {
  /** Shows the success of the mutation; without it the change itself is what the person sees. */
  readonly success?: SuccessOptions | undefined;
  /** Entry for the activity log until the server delivers its own. */
  readonly line?: object | undefined;
  /** Files that the mutation refers to, stored in the same transaction; see `usePickedFile`. */
  readonly files?: readonly NewFile[] | undefined;
}

/** Runs a mutation: true when it is committed on this device; a refusal is shown and returns false. */
export function useMutate(): <Args>(
  mutation: Mutation<Args>,
  args: Args,
  options?: MutateOptions,
) => Promise<boolean> {
  const { account, showRefusal } = useClientValue();
  const tryMutate = useTryMutate();
  return useCallback(
    async (mutation, args, options) => {
      if (account === undefined) return false;
      const refusal = await tryMutate(mutation, args, options);
      if (refusal === undefined) return true;
      // A failure of the device itself has been shown already.
      if (options?.files !== undefined || !wasReported(refusal)) await showRefusal(refusal.message);
      return false;
    },
    [account, showRefusal, tryMutate],
  );
}

/** True for a failure of the device itself, which has been shown already. */
export function wasReported({ code }: Refusal): boolean {
  return code === 'storage_full' || code === 'internal';
}

/** Reasons of the refusals in the chosen language, without duplicates; those that have been shown already are left out. */
export function reasonsOf(refusals: readonly (Refusal | undefined)[]): readonly string[] {
  const reasons = refusals.flatMap((refusal) =>
    refusal === undefined || wasReported(refusal) ? [] : [translated(refusal.message)],
  );
  return [...new Set(reasons)];
}

/** Returns the refusal instead of showing it; undefined when the change is committed on this device. */
export function useTryMutate(): <Args>(
  mutation: Mutation<Args>,
  args: Args,
  options?: MutateOptions,
) => Promise<Refusal | undefined> {
  const { account, changes } = useClientValue();
  const showSuccess = useShowSuccess();
  return useCallback(
    async (mutation, args, { success, line, files } = {}) => {
      if (account === undefined) return refuse('unauthenticated', /*i18n*/ 'Nobody is signed in');
      const refusal = await changes.run(() =>
        files === undefined
          ? account.mutate(mutation, args, line)
          : account.attach(files, () => [mutation.prepare(args)]),
      );
      if (refusal !== undefined) return refusal;
      changes.committed(() => mutation.prepare(args));
      if (success !== undefined) {
        const { subject, undo, ...shown } = success;
        const prepared = mutation.prepare(args);
        const text = prepared.success(subject);
        showSuccess({
          message: text === undefined ? '' : i18n.t(text),
          ...shown,
          ...(undo !== undefined && {
            undo: () => undoChange({ account, changes }, prepared, undo),
          }),
        });
      }
      return undefined;
    },
    [account, changes, showSuccess],
  );
}

/** Shows the reason why an action is not possible; resolves when the person has dismissed it. */
export function useShowRefusal(): (message: string) => Promise<void> {
  return useClientValue().showRefusal;
}

/** Evaluates a rule at the click, before a form opens: true when allowed, otherwise the reason is shown. */
export function useAllowed(): (rule: (actor: Actor) => Refusal | undefined) => Promise<boolean> {
  const { showRefusal } = useClientValue();
  const actorRead = useActorRead();
  return useCallback(
    async (rule) => {
      const refusal = rule(await actorRead());
      if (refusal === undefined) return true;
      await showRefusal(refusal.message);
      return false;
    },
    [actorRead, showRefusal],
  );
}

/** The acting person, once they are read: a key pressed before then has its effect afterwards. */
function useActorRead(): () => Promise<Actor> {
  const actor = useActor();
  const latest = useRef(actor);
  const waiting = useRef<((actor: Actor) => void)[]>([]);
  useEffect(() => {
    latest.current = actor;
    if (actor === undefined) return;
    for (const resolve of waiting.current.splice(0)) resolve(actor);
  }, [actor]);
  return useCallback(
    () =>
      latest.current === undefined
        ? new Promise((resolve) => waiting.current.push(resolve))
        : Promise.resolve(latest.current),
    [],
  );
}

export function useClientValue(): ClientValue {
  const value = useContext(ClientContext);
  if (value === undefined) throw new Error('No provider');
  return value;
}
