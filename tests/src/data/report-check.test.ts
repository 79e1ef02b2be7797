import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  nameText,
  outsideText,
  type ReportCheck,
  type ReportFile,
  type ReportStep,
  stepText,
} from '../../../model/protocol/sign-off-report.ts';
import { checkReport, conclusionOf, dayIn, findingsOf } from '../../../src/data/report-check.ts';
import { readReportFile } from '../../../src/data/read-report-file.ts';
import { sha256Of } from '../../../src/data/report-file.ts';
import { fontCoverage } from '../../../src/ui/pdf/font-coverage.ts';

const step: ReportStep = {
  id: '0198c5e2-7d10-7a01-8f00-00000000000a',
  task: 'gate',
  kind: 'done',
  people: ['7'],
  remark: 'Öl "und" Fett',
  done_at: '2026-11-24T12:00:00Z',
  arrived_at: '2026-11-26T09:12:00Z',
  clock_offset: -3,
  photos: ['p'],
  signature: null,
  signed_as: 'Ben',
  missing: [],
  created_by: '7',
};

const report: ReportFile = {
  format: 'cairn-sign-off-report',
  version: 1,
  server: 'https://cairn.example.org',
  made_at: '2026-11-26T10:00:00Z',
  made_by: 'Ada',
  organization: '1',
  project: 'paths',
  subject: { kind: 'project', id: 'paths' },
  from: null,
  to: null,
  time_zone: 'Europe/Berlin',
  names: [{ kind: 'person', id: '7', name: 'Ben' }],
  steps: [step],
  outside: [],
  pictures: [],
};

it('[SIGN-4.2] the texts of which digests are compared never change: files of today stay checkable', () => {
  expect(stepText(step)).toBe(
    '["step","0198c5e2-7d10-7a01-8f00-00000000000a","gate","done",["7"],"Öl \\"und\\" Fett","2026-11-24T12:00:00Z","2026-11-26T09:12:00Z",-3,["p"],null,"Ben",[],"7"]',
  );
  expect(outsideText(step)).toBe(
    '["outside","0198c5e2-7d10-7a01-8f00-00000000000a","gate","2026-11-24T12:00:00Z"]',
  );
  expect(nameText({ kind: 'task', id: 'gate', name: 'Oil' })).toBe('["name","task","gate","Oil"]');
  expect(sha256Of('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

it('[SIGN-4.4] a large report is checked in calls of whole tasks, each with its own names', async () => {
  const steps = Array.from({ length: 1_200 }, (_one, index) => ({
    ...step,
    id: `step-${String(index)}`,
    task: `task-${String(index % 5)}`,
    created_by: String(index % 5),
  }));
  const names = Array.from({ length: 5 }, (_one, index) => ({
    kind: 'person' as const,
    id: String(index),
    name: `Person ${String(index)}`,
  }));
  const calls: ReportCheck[] = [];
  const result = await checkReport(
    { ...report, steps, names },
    {
      digest: sha256Of,
      send: (body) => {
        calls.push(body);
        return Promise.resolve({
          steps: body.steps.map(({ id }) => (id === 'step-7' ? 'changed' : 'genuine')),
          outside: [],
          names: body.names.map(() => 'same'),
          pictures: [],
          tasks: [],
        });
      },
    },
  );
  expect(calls.length).toBeGreaterThan(1);
  expect(Math.max(...calls.map((call) => call.steps.length))).toBeLessThanOrEqual(500);
  const asked = calls.flatMap((call) => [...new Set(call.steps.map(({ task }) => task))]);
  expect(new Set(asked).size).toBe(asked.length);
  expect(result.steps.indexOf('changed')).toBe(7);
  expect(result.steps.filter((verdict) => verdict === 'genuine')).toHaveLength(1_199);
  expect(result.names).toEqual(['same', 'same', 'same', 'same', 'same']);
});

it('the conclusion is the worst of what was found', () => {
  const two = { ...report, steps: [step, { ...step, id: 'b', task: 'roof' }] };
  const base = {
    steps: ['genuine', 'genuine'],
    outside: [],
    names: ['same'],
    pictures: [],
    others: new Map(),
  } as const;
  expect(conclusionOf(two, base)).toBe('genuine');
  expect(conclusionOf(two, { ...base, names: ['former'] })).toBe('genuine');
  expect(conclusionOf(two, { ...base, others: new Map([['roof', 'later']]) })).toBe('later');
  expect(conclusionOf(two, { ...base, steps: ['genuine', 'erased'] })).toBe('erased');
  expect(conclusionOf(two, { ...base, steps: ['unknown', 'unknown'] })).toBe('unknown');
  for (const bad of [
    { ...base, steps: ['genuine', 'unknown'] as const },
    { ...base, steps: ['erased', 'changed'] as const },
    { ...base, names: ['unknown'] as const },
    { ...base, others: new Map([['gate', 'earlier' as const]]) },
  ]) {
    expect(conclusionOf(two, bad)).toBe('different');
    expect(findingsOf(two, bad).length).toBeGreaterThan(0);
  }
});

it('days are those of the time zone in the file', () => {
  expect(dayIn('Europe/Berlin', '2026-03-01T23:30:00Z')).toBe('2026-03-02');
  expect(dayIn('America/New_York', '2026-03-01T02:00:00Z')).toBe('2026-02-28');
  expect(dayIn('Nowhere/None', '2026-03-01T02:00:00Z')).toBeUndefined();
});

it('[SIGN-4.1] a file is read whole, and each kind of bad file is recognised', async () => {
  const text = JSON.stringify(report);
  const read = (content: string) => readReportFile(new Blob([content]));
  expect(await read(text)).toEqual(report);
  expect(await read(text.slice(0, -1))).toBe('cut');
  expect(await read('%PDF-1.7')).toBe('foreign');
  expect(await read('{"format":"other"}')).toBe('foreign');
  expect(await read(text.replace('"version":1', '"version":2'))).toBe('newer');
  for (const damaged of [
    { ...report, steps: [step, step] },
    { ...report, pictures: [{ file: 'p', media_type: 'image/png', bytes: '%' }] },
    { ...report, steps: [{ ...step, done_at: 'soon' }] },
    { ...report, server: 'call this number' },
    { ...report, time_zone: 'of the moon' },
    { ...report, extra: 1 },
  ]) {
    expect(await read(JSON.stringify(damaged))).toBe('damaged');
  }
  expect(await read(JSON.stringify({ ...report, steps: [] }))).toBe('empty');
  const many = Array.from({ length: 2_001 }, (_one, index) => ({ ...step, id: String(index) }));
  expect(await read(JSON.stringify({ ...report, steps: many }))).toBe('too_large');
});

it('the font of the PDF says which characters it has', () => {
  const file = readFileSync(
    'node_modules/@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  );
  const covers = fontCoverage(new Uint8Array(file).buffer);
  const has = (text: string) => Array.from(text).every((sign) => covers(sign.codePointAt(0) ?? 0));
  expect(has('Jürgen Größmann, Đặng Ćwikła, Ελένη, Добро – „ß“ 1 234 €')).toBe(true);
  for (const text of ['山', 'سلام', '👍', '\n']) expect(has(text)).toBe(false);
});
