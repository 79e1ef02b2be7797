import { projects } from '../../model/entities/project.ts';
import { type AccountDb, type MetaRow, rows } from './database.ts';

/** The person's choices about files on this device (FILE-4). */
export type PackingChoices = Omit<Extract<MetaRow, { key: 'packing' }>, 'key'>;
/** State of the download of files as it was last recorded. */
export type PackingState = Omit<Extract<MetaRow, { key: 'packed' }>, 'key'>;

export type Keepable = 'task' | 'project' | 'file';

export async function packingChoices(db: AccountDb): Promise<PackingChoices> {
  const row = await db.meta.get('packing');
  return row?.key === 'packing' ? row : {};
}

export async function packingState(db: AccountDb): Promise<PackingState | undefined> {
  const row = await db.meta.get('packed');
  return row?.key === 'packed' ? row : undefined;
}

/** Changes some of the choices, in one transaction. */
export async function changePacking(
  db: AccountDb,
  change: (before: PackingChoices) => PackingChoices,
): Promise<void> {
  await db.dexie.transaction('rw', db.meta, async () => {
    await db.meta.put({ ...change(await packingChoices(db)), key: 'packing' });
  });
}

/** Key of a kept row in `PackingChoices.kept`. */
export function keptKey(kind: Keepable, id: string): string {
  return `${kind}:${id}`;
}

/** Milliseconds after which another opening of the project is recorded: each record makes a new plan. */
const SAME_OPENING = 24 * 60 * 60_000;

/** Records that the person opened the board of a project, by its slug, for the order of the files (FILE-4.2). */
export async function noteOpened(db: AccountDb, slug: string, now: number): Promise<void> {
  const found = await rows(db, projects)
    .filter((project) => project.slug === slug)
    .first();
  if (found === undefined) return;
  const { id: project } = found;
  const { opened = {} } = await packingChoices(db);
  if (now - (opened[project] ?? 0) < SAME_OPENING) return;
  await changePacking(db, (before) => ({
    ...before,
    opened: { ...before.opened, [project]: now },
  }));
}

/** Keeps a task, a project or a file on this device from now on, or ends that. */
export function setKept(
  db: AccountDb,
  { kind, id, isKept }: { readonly kind: Keepable; readonly id: string; readonly isKept: boolean },
): Promise<void> {
  const key = keptKey(kind, id);
  return changePacking(db, ({ kept = [], ...before }) => {
    const others = kept.filter((one) => one !== key);
    return { ...before, kept: isKept ? [...others, key] : others };
  });
}
