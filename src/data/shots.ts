import { useCallback, useEffect, useMemo, useState } from 'react';
import { type Account, type AccountDb, loadShots } from '../../sync/client/index.ts';
import { i18n, translated } from '../i18n/i18n.ts';
import { originalOf } from './attach-drawing.ts';
import { keepOnce, keptFirst } from './keeping.ts';
import { useAccount, useLive } from './client.tsx';

/**
 * Photos, recordings and files of a form that are on this device and not attached yet; `place` is the key of the form, e.g.
 * `task:<id>`. The value is what src/ui/files/shots.ts describes.
 */
export function useShots(place: string) {
  const account = useAccount();
  const [reads, setReads] = useState(0);
  const [found, setFound] = useState<Found>();
  const { isGone, noteStored } = useIsGone();
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      if (account === undefined) return;
      const { shotsFor } = await loadShots();
      const files = await shotsFor(account.db, place);
      if (isOver) return;
      noteStored(files.flatMap(idsOf));
      setFound({ place, files });
    };
    // Without its code, or from a closed database, nothing is offered; the shots stay on the device.
    read().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [account, place, reads, noteStored]);
  const used = useCallback((files: readonly File[]) => {
    const ids = new Set(files.map(idOf));
    setFound(
      (before) => before && { ...before, files: before.files.filter((one) => !ids.has(idOf(one))) },
    );
  }, []);
  const release = useCallback(
    (file: File) => {
      const offer = async () => {
        await keptFirst(file);
        if (idOf(file) === undefined) return;
        used([file]);
        setFound((before) => before && { ...before, files: [file, ...before.files] });
      };
      void offer();
    },
    [used],
  );
  const { keep, keepPicked } = useKeep(account, place, noteStored);
  const discard = useCallback(
    async (files: readonly File[]) => {
      for (const file of files) await keptFirst(file);
      if (account !== undefined) {
        const { dropShots } = await loadShots();
        await dropShots(account.db, files.flatMap(idsOf));
      }
      // Only now: a tab killed before it would offer again what the screen showed as discarded.
      used(files);
    },
    [account, used],
  );
  const left = useMemo(
    () => (found?.place === place ? found.files.filter((file) => !isGone(file)) : NONE),
    [found, place, isGone],
  );
  const take = useCallback(
    async (limit?: number) => {
      if (account === undefined) return [];
      const { shotsFor } = await loadShots();
      const offered = new Set(left.map(idOf));
      const now = (await shotsFor(account.db, place)).filter((file) => offered.has(idOf(file)));
      const taken = now.slice(0, limit);
      setFound({ place, files: now.slice(taken.length) });
      return taken;
    },
    [account, place, left],
  );
  const reload = useCallback(() => setReads((before) => before + 1), []);
  return useMemo(
    () => ({ left, keep, keepPicked, used, release, take, discard, isGone, reload }),
    [left, keep, keepPicked, used, release, take, discard, isGone, reload],
  );
}

/**
 * Follows the store: a file that was there and is not there any more was attached or discarded. `noteStored` takes ids that
 * this page has stored or read: another tab may remove a file before the live query has returned it once.
 */
function useIsGone() {
  const [noted, setNoted] = useState<readonly string[]>(NO_IDS);
  const now = useLive((db) => idsOfShots(db, noted), [noted]);
  const [known, setKnown] = useState<{ now: StoredIds; seen: ReadonlySet<string> }>();
  if (now !== undefined && now !== known?.now) {
    const before = known?.now.db === now.db ? known.seen : undefined;
    setKnown({ now, seen: new Set([...(before ?? []), ...now.noted, ...now.ids]) });
  }
  const noteStored = useCallback((ids: readonly string[]) => {
    if (ids.length > 0) setNoted((before) => [...before, ...ids]);
  }, []);
  const isGone = useCallback(
    (file: File) => {
      const id = idOf(file);
      return id !== undefined && known?.seen.has(id) === true && !known.now.ids.has(id);
    },
    [known],
  );
  return { isGone, noteStored };
}

interface StoredIds {
  readonly db: AccountDb;
  readonly ids: ReadonlySet<string>;
  /** Ids that were stored before `ids` was read. */
  readonly noted: readonly string[];
}

async function idsOfShots(db: AccountDb, noted: readonly string[]): Promise<StoredIds | undefined> {
  // A sign-out has emptied the store: no other tab has decided about its files.
  if ((await db.meta.get('tables')) === undefined) return undefined;
  const ids = new Set(await db.blobs.where('state').equals('shot').primaryKeys());
  return { db, ids, noted };
}

function useKeep(
  account: Account | undefined,
  place: string,
  noteStored: (ids: readonly string[]) => void,
) {
  const keep = useCallback(
    async (file: File, instead?: File) => {
      if (account === undefined) return undefined;
      // The same id as before: a tab that already offers the earlier version attaches this one.
      const id = (instead && idOf(instead)) ?? account.newId();
      try {
        const { keepShot } = await loadShots();
        const input = { id, content: file, at: account.now(), place };
        const refusal = await keepShot(account.db, input);
        if (refusal !== undefined) return translated(refusal.message);
      } catch {
        return i18n.t('It could not be kept on this device. Reload the page, then try again.');
      }
      // sync/store/attach-file.ts removes the shot with this id when the file is attached.
      Object.assign(file, { shot: id, shotStore: account.db.dexie.name });
      noteStored([id]);
      return undefined;
    },
    [account, place, noteStored],
  );
  const keepPicked = useCallback(
    (file: File) => {
      if (idOf(file) === undefined && file.size <= PICKED_BYTES) keepOnce(file, () => keep(file));
    },
    [keep],
  );
  return { keep, keepPicked };
}

/**
 * Photos, recordings and files whose task or group is not here any more, for the list of unsent work; `discard` removes one with
 * the photo behind its drawing.
 */
export function useShotsWithoutPlace() {
  const account = useAccount();
  const left = useLive(listWithoutPlace, []) ?? NONE;
  const discard = async (file: File) => {
    if (account === undefined) return;
    const { dropShots } = await loadShots();
    await dropShots(account.db, idsOf(file));
  };
  return { left, discard };
}

/** Keys of the forms that have photos, recordings or files which are not attached yet; undefined while they are read. */
export function usePlacesWithShots(): ReadonlySet<string> | undefined {
  return useLive(placesWithShots, []);
}

async function placesWithShots(db: AccountDb): Promise<ReadonlySet<string>> {
  const all = await db.blobs.where('state').equals('shot').toArray();
  return new Set(all.flatMap(({ shot }) => shot?.place ?? []));
}

async function listWithoutPlace(db: AccountDb): Promise<readonly File[]> {
  // Most devices have none: the code is loaded only where there are photos, and a live query observes this count.
  if ((await db.blobs.where('state').equals('shot').count()) === 0) return NONE;
  const { shotsWithoutPlace } = await loadShots();
  return await shotsWithoutPlace(db);
}

interface Found {
  readonly place: string;
  readonly files: readonly File[];
}

const NONE: readonly File[] = [];

const NO_IDS: readonly string[] = [];

/** Largest picked file that is kept: all that is not attached yet has 100 MB together (sync/store/shots.ts). */
const PICKED_BYTES = 25_000_000;

function idOf(file: File): string | undefined {
  const id: unknown = Reflect.get(file, 'shot');
  return typeof id === 'string' ? id : undefined;
}

/** Ids of a shot and of the photo behind its drawing. */
function idsOf(file: File): readonly string[] {
  const original = originalOf(file);
  return [file, ...(original instanceof File ? [original] : [])].flatMap((one) => idOf(one) ?? []);
}
