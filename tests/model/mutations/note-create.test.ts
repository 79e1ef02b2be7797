import { expect, it } from 'vitest';
import { notes } from '../../../model/entities/note.ts';
import { noteCreate } from '../../../model/mutations/note/note-create.ts';
import { actor, note } from './examples.ts';

const NOW = '2026-03-03T09:00:00.000Z';

it.each([
  ['a time of the past: that time', '2026-01-05T08:30:00.000Z', '2026-01-05T08:30:00.000Z'],
  ['no time: now', undefined, NOW],
  ['a time to come: now', '2026-03-03T10:00:00Z', NOW],
  ['an implausible time: now', '1970-01-01T00:00:00Z', NOW],
])('a new note with %s', (_title, made_at, created_at) => {
  const { effects } = noteCreate.prepare({ ...note, made_at });
  const [effect] = effects({ actor, at: Date.parse(NOW) });
  expect(notes.parse(effect?.apply(undefined)).created_at).toBe(created_at);
});
