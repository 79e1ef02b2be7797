import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENGINE_FAULTS } from './engine-faults.ts';
import type { SourceEdit } from './engine-faults/source-edit.ts';
import { activate, withSwitches } from './source-switches.ts';

const FILE = 'sync/engine/example.ts';
const SOURCE = 'export function next(cursor) {\n  return cursor + 1;\n}\n';
const edit = (change: Partial<SourceEdit> = {}) =>
  [
    [
      'fault',
      [{ file: FILE, line: 'return cursor + 1;', code: 'cursor + 1', by: 'cursor', ...change }],
    ],
  ] as const;

describe('switches of planted faults in the sources', () => {
  it('every edit fits the engine as it is', () => {
    const files = new Set(
      Object.values(ENGINE_FAULTS).flatMap((all) => all.map(({ file }) => file)),
    );
    expect(files.size).toBeGreaterThan(5);
    for (const file of files) {
      expect(withSwitches(file, readFileSync(file, 'utf8'))).toContain(
        'globalThis.engineFaults.active',
      );
    }
  });

  it('the line runs both unchanged and with its fault', () => {
    expect(withSwitches(FILE, SOURCE, edit())).toContain(
      'return (globalThis.engineFaults.active === "fault" ? ((cursor)) : (cursor + 1));',
    );
    expect(withSwitches('sync/engine/other.ts', SOURCE, edit())).toBe(SOURCE);
  });

  it('a line that is missing or occurs twice fails the load', () => {
    expect(() => withSwitches(FILE, SOURCE, edit({ line: 'return cursor + 2;' }))).toThrow(
      '0 lines',
    );
    expect(() => withSwitches(FILE, SOURCE + SOURCE, edit())).toThrow('2 lines');
    expect(() => withSwitches(FILE, SOURCE, edit({ code: 'r' }))).toThrow('once');
  });

  it('a fault whose file was loaded without its switches cannot be activated', () => {
    expect(() => activate('keeps the rows of lost scopes')).toThrow('loaded without its switches');
  });
});
