import { afterEach, expect, it, vi } from 'vitest';
import { readSource } from '../../../../src/features/transfer/read-source.ts';
import {
  endMessage,
  notPreparedMessage,
} from '../../../../src/features/transfer/transfer-messages.ts';

afterEach(() => vi.unstubAllGlobals());

function fileThatThrows(error: unknown): File {
  return Object.assign(new File(['a,b'], 'board.csv'), {
    arrayBuffer: () => Promise.reject(error),
  });
}

it('reports a removed file as a problem of the file, and a failed parse as an internal error', async () => {
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const moved = await readSource(fileThatThrows(new DOMException('', 'NotReadableError')));
  expect(moved.problem).toMatch(/could not be read from your device/);
  expect(reported).toEqual([]);
  const fault = new TypeError('x is not a function');
  expect((await readSource(fileThatThrows(fault))).problem).toMatch(/an error in Cairn/);
  expect(reported).toEqual([fault]);
  expect((await readSource(new File([], 'empty.csv'))).problem).toBe('This file is empty.');
  const table = await readSource(new File(['Name,Due\nPaint,2026-01-02'], 'board.csv'));
  expect(table.table?.headings).toEqual(['Name', 'Due']);
});

it('every failure of an import has a sentence of its own', () => {
  const sum = { imported: 2, known: 0, refused: [], project: '1' };
  const reasons = [
    'full',
    'browser',
    'fault',
    { code: 'unavailable', message: 'Not here' },
  ] as const;
  const said = reasons.map((why) => endMessage({ phase: 'failed', why, ...sum }));
  expect(new Set(said).size).toBe(reasons.length);
  expect(said[0]).toMatch(/no room left/);
  expect(said[1]).toMatch(/browser refused/);
  expect(said[2]).toMatch(/error in Cairn/);
  expect(said[3]).toMatch(/Not here/);
  for (const words of said) expect(words).toMatch(/2 things are new here/);
  expect(new Set(reasons.map(notPreparedMessage)).size).toBe(reasons.length);
});
