import { expect, it } from 'vitest';
import { CairnError, refuse } from '../../../../model/shared/errors.ts';
import {
  saveUnsentCopy,
  saveUnsentCopyOf,
} from '../../../../src/features/sync-status/save-unsent-copy.ts';

const MISSING = [
  { organization: 'Field Work', unsent: 1 },
  { organization: 'Night Shift', unsent: 3 },
];

it('saves a complete copy silently, and reports gaps in an incomplete one', async () => {
  const { saved, told, parts } = saving();
  await saveUnsentCopy({ file: new Blob(), missing: [] }, { ...parts, end: 'sent' });
  expect(told).toEqual([]);
  await saveUnsentCopy({ file: new Blob(), missing: MISSING }, { ...parts, end: 'sent' });
  expect(saved).toEqual(['cairn-unsent.json', 'cairn-unsent.json']);
  expect(told).toEqual([
    expect.stringMatching(
      /^This device could not read 1 change in Field Work, 3 changes in Night Shift\..*is sent as soon as it can be read/,
    ),
  ]);
});

it('[MUT-10.1] names a copy with files as an archive', async () => {
  const { saved, parts } = saving();
  const file = new Blob([], { type: 'application/zip' });
  await saveUnsentCopy({ file, missing: [] }, { ...parts, end: 'sent' });
  expect(saved).toEqual(['cairn-unsent.zip']);
});

it('promises nothing about missing parts when the access has ended', async () => {
  const { told, parts } = saving();
  const making = Promise.resolve({ file: new Blob(), missing: MISSING });
  await saveUnsentCopyOf(making, { ...parts, end: 'locked' });
  expect(told).toEqual([expect.stringMatching(/stays locked .* if you are let in again/)]);
  expect(told.join()).not.toContain('at each start');
});

it('shows why a copy cannot be made, and reports internal errors', async () => {
  const { saved, told, parts } = saving();
  const refused = Promise.reject(new CairnError(refuse('unavailable', 'No network')));
  await saveUnsentCopyOf(refused, { ...parts, end: 'locked' });
  expect(told).toEqual(['No network']);
  const fault = Promise.reject(new Error('A fault'));
  await expect(saveUnsentCopyOf(fault, { ...parts, end: 'locked' })).rejects.toThrow('A fault');
  expect(saved).toEqual([]);
});

function saving() {
  const saved: string[] = [];
  const told: string[] = [];
  const parts = {
    dialogs: { alert: async (message: string) => void told.push(message) },
    save: (_content: Blob, name: string) => void saved.push(name),
  };
  return { saved, told, parts };
}
