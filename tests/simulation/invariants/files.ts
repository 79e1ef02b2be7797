import type { RawRow } from '../../../model/entities/define-entity.ts';
import { rowKey } from '../../../sync/core/row-key.ts';
import { digestOf, type PickedFile } from '../files/picked-file.ts';
import type { StoreView } from '../store-view.ts';
import type { Truth } from '../truth.ts';

/** A device at rest, with its caches. */
export interface FilesAtRest {
  readonly name: string;
  readonly orgUserId: string;
  readonly generation: number;
  readonly view: StoreView;
  /** Cached bytes by address. */
  readonly cached: ReadonlyMap<string, Uint8Array>;
  /** False: a browser without Web Locks, which downloads no file by itself. */
  readonly hasLocks: boolean;
}

interface FilesRest {
  readonly orgId: string;
  readonly truth: Truth;
  readonly devices: readonly FilesAtRest[];
  readonly picked: readonly PickedFile[];
}

/** Reasons with which a file may stay on its device for good: its place is gone, or the person may not write there. */
const DECIDED = new Set(['parent_gone', 'forbidden', 'not_found']);

/** Files on the way to the server, and those it refused, have all their parts on the device (FILE-1). */
export function unsentBytesAreWhole({ files, parts }: StoreView): string | undefined {
  const broken = files.find(
    ({ id, state, parts: count }) =>
      (state === 'waiting' || state === 'refused') && parts.get(id) !== count,
  );
  if (broken === undefined) return undefined;
  const { id, state, parts: count } = broken;
  return `${id} (${state}) has ${String(parts.get(id) ?? 0)} of ${String(count)} parts`;
}

/** Invariants of files at rest; each returns the violation. */
export const FILES_AT_REST: Readonly<Record<string, (rest: FilesRest) => string | undefined>> = {
  'FILE-2 every picked file is at the server, refused with a reason, or deleted': nothingIsLost,
  'FILE-3 no bytes stay that may not be read': nothingForbiddenIsKept,
  'FILE-4 every readable file is on the device, with its bytes': everythingIsHere,
};

function nothingIsLost({ orgId, truth, devices, picked }: FilesRest): string | undefined {
  for (const { id, digest, device, generation, accepted, removed } of picked) {
    const owner = devices.find(({ name }) => name === device);
    if (!accepted || removed || owner?.generation !== generation) continue;
    const key = rowKey('files', id);
    if (truth.wasDeleted('files', id)) continue;
    const row = truth.file(orgId, id);
    if (row?.['state'] === 'stored' && row['digest'] === digest) continue;
    const isPending = (item: { readonly keys: readonly string[] }) => item.keys.includes(key);
    // Rejected, or behind a change on which the server fails: the person decides.
    const { outbox, rejected, files } = owner.view;
    if (outbox.some(isPending) || rejected.some(({ item }) => isPending(item))) continue;
    const local = files.find((file) => file.id === id);
    if (local?.state === 'refused' && DECIDED.has(local.reason?.code ?? '')) continue;
    const there = row === undefined ? 'no row' : String(row['state']);
    const here = local === undefined ? 'gone' : `${local.state} ${local.reason?.code ?? ''}`;
    return `${id} of ${device}: ${there} at the server, ${here} on the device`;
  }
  return undefined;
}

function nothingForbiddenIsKept({ orgId, truth, devices }: FilesRest): string | undefined {
  for (const { name, orgUserId, view, cached } of devices) {
    const visible = truth.visibleTo(orgId, orgUserId);
    const kept = view.files.filter(({ state }) => state === 'kept').map(({ id }) => id);
    const found = [...kept, ...[...cached.keys()].map(fileOf)];
    const forbidden = found.find((id) => !visible.has(rowKey('files', id)));
    if (forbidden !== undefined) return `${name} keeps the bytes of ${forbidden}`;
  }
  return undefined;
}

function everythingIsHere({ orgId, truth, devices }: FilesRest): string | undefined {
  for (const { name, orgUserId, view, cached, hasLocks } of devices) {
    // Text first: while a change fails, no file is downloaded.
    if (!hasLocks || view.outbox.length > 0) continue;
    for (const [key, row] of truth.visibleTo(orgId, orgUserId)) {
      if (!isStored(key, row) || view.files.some(({ id }) => id === row.id)) continue;
      const bytes = cached.get(`/rest/files/${row.id}`);
      if (bytes === undefined) return `${name} lacks the bytes of ${row.id}`;
      if (digestOf(bytes) !== row['digest']) return `${name} has other bytes of ${row.id}`;
    }
  }
  return undefined;
}

function isStored(key: string, row: RawRow): boolean {
  return key.startsWith('files/') && row['state'] === 'stored';
}

function fileOf(address: string): string {
  return /\/rest\/files\/([0-9a-f-]{36})/.exec(address)?.[1] ?? '';
}
