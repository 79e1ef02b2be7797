import { rowKey } from '../../sync/core/row-key.ts';
import type { AccountDb } from '../../sync/store/database.ts';
import { keyIdOf } from '../../sync/store/sealed-name.ts';
import { hashesOf } from './call-hashes.ts';
import type { Device, Tab } from './device-types.ts';
import { AFTER_COMMIT } from './invariants/after-commit.ts';
import { unsentBytesAreWhole } from './invariants/files.ts';
import { keepsOwnData } from './invariants/power-cut.ts';
import { createCommitsWatch } from './invariants/commits.ts';
import {
  acksOnlyWhatIsSettled,
  nothingOvertakes,
  pagesFallBetweenVersions,
  pushOf,
} from './invariants/on-the-wire.ts';
import { createLedger, type Ledger, type LedgerEntry } from './ledger.ts';
import type { Network } from './network.ts';
import type { SimServer } from './sim-server.ts';
import { EMPTY_VIEW as EMPTY, type StoreView } from './store-view.ts';
import type { Truth } from './truth.ts';
import type { VirtualLoop } from './virtual-loop.ts';
import type { HttpAnswer, HttpCall } from './wire.ts';

export interface Violation {
  /** Number and name of the invariant. */
  readonly invariant: string;
  readonly what: string;
  /** Milliseconds of virtual time. */
  readonly at: number;
}

/** Observes the simulation while it runs. */
export interface Monitor {
  readonly violations: readonly Violation[];
  readonly ledger: Ledger;
  readonly violate: (invariant: string, what: string) => void;
  readonly watchDevice: (device: Device) => void;
  /** To be called after each start of the server. */
  readonly watchServer: () => void;
  /** Runs `work` while the person may withdraw a mutation in this tab; a tab that ends withdraws nothing more. */
  readonly whileActing: <T>(device: Device, tab: Tab, work: () => Promise<T>) => Promise<T>;
  readonly evict: (device: Device) => void;
  /** Last content of the store that was not encrypted. */
  readonly lastSeen: (device: Device, store?: string) => StoreView;
  /** At rest: of stores that the product knows no more the server has to have everything. */
  readonly forgottenStores: (device: Device) => void;
  /** The person is not signed in, and the page has removed what had to be removed (CLIENT-9). */
  readonly signedOut: (device: Device) => void;
  readonly powerCut: (device: Device, part: number) => void;
  /** Changes rows on the device's disk, which the invariants about commits ignore. */
  readonly damage: (device: Device, work: (db: AccountDb) => Promise<void>) => Promise<void>;
  /** Restores the kept profile; false when none was kept. */
  readonly restoreProfile: (device: Device) => Promise<boolean>;
}

interface MonitorOptions {
  readonly loop: VirtualLoop;
  readonly server: SimServer;
  readonly network: Network;
  /** Numbers of invariants that are switched off. */
  readonly unasked: readonly string[];
}

/** One finding proves that a schedule fails; many obscure it. */
const MOST = 20;

export function createMonitor({ loop, server, network, unasked }: MonitorOptions): Monitor {
  const violations: Violation[] = [];
  const ledger = createLedger();
  const acting = new Map<Device, number>();
  const seen = new Map<Device, Map<string, StoreView>>();
  const devices = new Map<string, Device>();
  const violate = (invariant: string, what: string) => {
    if (unasked.some((number) => invariant.startsWith(`${number} `))) return;
    if (violations.length < MOST) violations.push({ invariant, what, at: loop.now() });
  };
  const seenOf = (device: Device) => {
    const views = seen.get(device) ?? new Map<string, StoreView>();
    seen.set(device, views);
    return views;
  };
  const see = (device: Device) => void seenOf(device).set(device.store(), device.view());
  const watchCommits = createCommitsWatch(server, violate);
  const ask = (invariant: string, found: string | undefined) => {
    if (found !== undefined) violate(invariant, found);
  };

  network.watch({
    sent: (line, call) => {
      for (const [device, view] of viewsBehind(devices.get(line.name))) {
        ask(
          '11 nothing is sent before an earlier pending mutation of its row or parent is settled',
          prefixed(device, nothingOvertakes(call, view)),
        );
        ask(
          '13 verdicts go only after being acked',
          prefixed(device, acksOnlyWhatIsSettled(call, view)),
        );
      }
    },
    answered: (line, call, answer) => {
      const found = server.isUp() ? pageFault(call, answer) : undefined;
      const device = devices.get(line.name);
      ask('7 pages fall between versions', device ? prefixed(device, found) : found);
      if (!server.isUp()) return;
      for (const [sender, view] of viewsBehind(device))
        recordUnchanged({ ledger, device: sender, view, call, truth: server.truth() });
    },
  });
  const pageFault = (call: HttpCall, answer: HttpAnswer) =>
    pagesFallBetweenVersions(call, answer, server.truth());

  return {
    violations,
    ledger,
    violate,
    watchDevice: (device) => {
      devices.set(device.name, device);
      see(device);
      // Stores in which the person may have withdrawn a mutation since they were last compared.
      const acted = new Set<string>();
      device.onCommit((store, isVisible) => {
        if ((acting.get(device) ?? 0) > 0) acted.add(store);
        if (!isVisible) return;
        const after = device.view(store);
        const before = seenOf(device).get(store) ?? EMPTY;
        // Compared with the state before when it is decrypted again.
        if (after.isSealed && !after.isLost) return;
        const isActing = acted.delete(store);
        if (device.seat !== undefined) {
          if (isReplaced(before, after)) ledger.deleted(device.name, before);
          ledger.trimmed(device.name, before, after);
        }
        seenOf(device).set(store, after);
        ledger.follow(device.name, before, after, isActing);
        if (after.isLost && !before.isLost) ledger.locked(device.name, before, after);
        ask(
          'CLIENT-13 an encrypted store has no readable row',
          prefixed(device, readableRows(after)),
        );
        ask('FILE-1 unsent bytes are whole', prefixed(device, unsentBytesAreWhole(after)));
        const truth = server.isUp() ? server.truth() : undefined;
        const { orgId, orgUserId } = device.person;
        noteRemoved(ledger, { before, after }, () => truth?.visibleTo(orgId, orgUserId));
        const entry = (clientId: string, seq: number): LedgerEntry | undefined =>
          ledger.find(device.name, clientId, seq);
        for (const [invariant, holds] of Object.entries(AFTER_COMMIT)) {
          ask(
            invariant,
            prefixed(
              device,
              holds({
                before,
                after,
                isShared: device.seat !== undefined,
                hasGoneBack: server.timesBack() > 0,
                truth,
                orgId,
                orgUserId,
                entry,
              }),
            ),
          );
        }
      });
    },
    watchServer: () => {
      if (server.isUp()) ledger.serverStarted(server.truth());
      watchCommits();
    },
    whileActing: async (device, { life }, work) => {
      let isActing = true;
      const end = () => {
        if (isActing) acting.set(device, (acting.get(device) ?? 0) - 1);
        isActing = false;
      };
      acting.set(device, (acting.get(device) ?? 0) + 1);
      life.onEnd(end);
      try {
        return await work();
      } finally {
        end();
      }
    },
    lastSeen: (device, store = device.store()) => seenOf(device).get(store) ?? device.view(store),
    forgottenStores: (device) => {
      if (device.seat === undefined) return;
      const known = device.stores();
      for (const [store, view] of seenOf(device)) {
        if (known.includes(store)) continue;
        ledger.deleted(device.name, view);
        ledger.trimmed(device.name, view, EMPTY);
      }
    },
    signedOut: (device) => {
      ask('CLIENT-9 of people who are not signed in nothing readable stays', readableOf(device));
    },
    evict: (device) => {
      ledger.evicted(device.name, device.view());
      device.evict();
      see(device);
    },
    powerCut: (device, part) => {
      device.kill();
      const before = device.view();
      device.powerCut(part);
      const after = device.view();
      see(device);
      ledger.follow(device.name, before, after, false);
      ask(
        'CLIENT-8 a power cut reverts nothing that only this device has',
        prefixed(device, keepsOwnData(before, after)),
      );
    },
    damage: async (device, work) => {
      await device.damage(work);
      see(device);
    },
    restoreProfile: async (device) => {
      ledger.evicted(device.name, device.view());
      const isBack = await device.restoreProfile();
      see(device);
      return isBack;
    },
  };
}

interface AnsweredPush {
  readonly ledger: Ledger;
  readonly device: Device;
  readonly view: StoreView;
  readonly call: HttpCall;
  readonly truth: Truth;
}

/** Stores from which a browser sends: those of all its accounts, with their replaced ones. */
function viewsBehind(device: Device | undefined): readonly (readonly [Device, StoreView])[] {
  const all = device?.seat?.machine.devices ?? (device === undefined ? [] : [device]);
  return all.flatMap((one) => one.stores().map((store) => [one, one.view(store)] as const));
}

/** Records which calls of an answered batch the server accepted without changing a row. */
function recordUnchanged({ ledger, device, view, call, truth }: AnsweredPush): void {
  const request = pushOf(call, view);
  for (const { seq } of request?.calls ?? []) {
    const entry = ledger.find(device.name, request?.client_id ?? '', seq);
    const verdict = truth.verdictsOf(request?.client_id ?? '', seq).at(-1);
    if (entry === undefined || verdict === undefined || verdict.status >= 300) continue;
    // A copy of the profile may have used the seq for another call.
    if (!hashesOf(entry).includes(verdict.bodyHash)) continue;
    const { version } = verdict;
    const { stream, keys } = entry.item;
    const isUnchanged =
      version !== null && keys.every((key) => truth.wrote(stream, version, key) === undefined);
    entry.unchangedAt = isUnchanged ? version : undefined;
  }
}

/** Marks files whose bytes left the device while the server did not let the person read them. */
function noteRemoved(
  { picked }: Ledger,
  { before, after }: { readonly before: StoreView; readonly after: StoreView },
  visibleRows: () => ReadonlyMap<string, unknown> | undefined,
): void {
  if (before.files === after.files) return;
  const visible = visibleRows();
  const here = new Set(after.files.map(({ id }) => id));
  for (const { id, state } of before.files) {
    if (here.has(id) || state !== 'kept' || visible?.has(rowKey('files', id)) === true) continue;
    for (const file of picked) if (file.id === id) file.removed = true;
  }
}

/** True when the store was deleted and created again. A copied profile keeps its former client ids. */
function isReplaced(before: StoreView, after: StoreView): boolean {
  const { clientId } = before;
  if (clientId === undefined || clientId === after.clientId) return false;
  return after.client?.former.every((former) => former.clientId !== clientId) ?? true;
}

/** Readable content of a signed-out person's stores. */
function readableOf(device: Device): string | undefined {
  const { seat, person } = device;
  const account = seat?.machine.account(person);
  // A store that could not be read is reduced at the next start.
  if (seat?.isSignedIn() !== false || account?.trimmed === false) return undefined;
  // The names stay until its store can be read.
  const unopenable = seat.machine.unopenable;
  if (device.stores().some((store) => unopenable.has(store))) return undefined;
  if (account !== undefined && account.displayName + account.orgName + account.email !== '') {
    return `${device.name}: the account keeps its names`;
  }
  // A sign-out does not trim an encrypted store: nobody can read its rows without the key.
  const plain = device.stores().filter((store) => keyIdOf(store) === undefined);
  const readable = plain.flatMap((store) => readableIn(device.view(store)));
  return readable.length === 0 ? undefined : `${device.name} keeps ${readable.join(', ')}`;
}

function readableRows({ plain }: StoreView): string | undefined {
  return plain.length === 0 ? undefined : `rows of ${plain.join(', ')}`;
}

function readableIn(view: StoreView): readonly string[] {
  const { rows, base, outbox, rejected, journal, files } = view;
  const counts = { rows: rows.size, base: base.size, files: files.length, outbox: outbox.length };
  const found = { ...counts, rejected: rejected.length, journal: journal.length };
  return Object.entries(found).flatMap(([name, count]) =>
    count > 0 ? [`${String(count)} ${name}`] : [],
  );
}

function prefixed(device: Device, what: string | undefined): string | undefined {
  return what === undefined ? undefined : `${device.name}: ${what}`;
}
