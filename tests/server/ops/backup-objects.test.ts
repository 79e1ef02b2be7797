import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { objectPath } from '../../../server/files/folder-storage.ts';
import { copyObjects } from '../../../server/ops/backup-objects.ts';

const NAME = '0123456789abcdef0123456789abcdef';
const OBJECTS = [{ name: NAME, size: 4 }];

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-objects-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const place = (folder: string) => objectPath(join(root, folder), NAME);

function put(folder: string, text: string, path = place(folder)): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function copy(...from: readonly string[]): number {
  return copyObjects(OBJECTS, { from: from.map((one) => join(root, one)), to: join(root, 'to') });
}

describe('a copy of attached files', () => {
  it('that was killed is completed by the next one', () => {
    put('from', 'rope');
    put('to', 'ro');
    put('to', 'r', `${place('to')}.draft`);
    expect(copy('from')).toBe(0);
    expect(readFileSync(place('to'), 'utf8')).toBe('rope');
    expect(readdirSync(dirname(place('to')))).toEqual([NAME]);
    expect(readFileSync(place('from'), 'utf8')).toBe('rope');
  });

  it('takes each from the first folder that has it complete', () => {
    put('torn', 'ro');
    put('whole', 'rope');
    expect(copy('absent', 'torn', 'whole')).toBe(0);
    expect(readFileSync(place('to'), 'utf8')).toBe('rope');
  });

  it('counts those that no folder has complete', () => {
    put('torn', 'ro');
    expect(copy('absent', 'torn')).toBe(1);
    put('to', 'rope');
    expect(copy('absent', 'torn')).toBe(0);
  });
});
