import * as v from 'valibot';
import type { FoundRef } from '../../sync/client/index.ts';

/** Number of recent items stored for the palette's empty field. */
const REMEMBERED = 12;

const kinds = [
  'task',
  'subtask',
  'comment',
  'note',
  'todo',
  'project',
  'person',
  'message',
] as const;

const recentSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ kind: v.picklist(kinds), id: v.string() })),
);

/** Items that this person opened last on this device, newest first. */
export function recentOf(accountKey: string): readonly FoundRef[] {
  const read = v.safeParse(recentSchema, localStorage.getItem(keyOf(accountKey)));
  return read.success ? read.output : [];
}

export function remember(accountKey: string, { kind, id }: FoundRef): void {
  const others = recentOf(accountKey).filter((ref) => ref.kind !== kind || ref.id !== id);
  const refs = [{ kind, id }, ...others].slice(0, REMEMBERED);
  localStorage.setItem(keyOf(accountKey), JSON.stringify(refs));
}

function keyOf(accountKey: string): string {
  return `cairn-recent:${accountKey}`;
}
