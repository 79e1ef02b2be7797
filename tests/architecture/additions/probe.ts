/** Runs in the copy of `additions.test.ts`, which has the field `estimate` and the mutation `task-clear-dates`. */
import { strFromU8, unzipSync } from 'fflate';
import papa from 'papaparse';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mutationOf } from '../../../model/mutations/registry.ts';
import { restoreValueOf } from '../../../src/data/restore-value.ts';
import { guessColumns } from '../../../src/features/transfer/csv-columns.ts';
import { boardOfCsv, readCsv } from '../../../src/features/transfer/csv.ts';
import { fieldLabel } from '../../../src/features/people/activity/activity-format.ts';
import { changeMessage } from '../../../src/features/task/activity-text.ts';
import { boardCards } from '../../../sync/store/queries/cards.ts';
import { exportApi } from '../../../sync/worker/export-api.ts';
import { planned, run, tasksOf } from '../../src/features/transfer/import-setup.ts';
import { addTask, ok } from '../../server/support/team.ts';
import type { Device } from '../../sync/support/device.ts';
import { setUp, taskOn, type Setup } from '../../sync/support/setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await setUp();
});
afterEach(() => setup.end());

it('a new field is stored, pulled, answered, exported, logged and restored', async () => {
  const { founder } = setup.team;
  const id = await addTask(setup.team, founder);
  const [here, there] = [setup.device(), setup.device()];
  await here.sync();
  expect((await taskOn(here, id))?.['estimate']).toBeNull();
  await edit(here, 'task-edit', { id, estimate: 'Two days' });
  await here.sync();
  await there.sync();
  expect((await taskOn(there, id))?.['estimate']).toBe('Two days');
  const answered = ok(
    await founder.get('project-card/details/lists/', { query: { project: setup.team.project } }),
  );
  expect(JSON.stringify(answered.body)).toContain('"estimate":"Two days"');
  const { components } = (await founder.get('openapi.json')).body;
  expect(components.schemas.Task.properties.estimate).toEqual({
    anyOf: [{ type: 'string' }, { type: 'null' }],
  });
  // The export closes its database.
  const exported = setup.device();
  await exported.sync();
  expect(await taskTable(exported)).toMatch(/^.*,Estimate,.*\r\n.*,Two days,/);

  const activity = ok(await founder.get('activity/list/', { query: { kind: 'tasks' } }));
  const [entry] = activity.body.data;
  expect(entry.changes).toEqual([{ field: 'estimate', before: null, after: 'Two days' }]);
  expect(fieldLabel('tasks', 'estimate')).toBe('Estimate');
  expect(changeMessage(entry, () => undefined)).toEqual([
    { field: 'Estimate', before: 'none', after: 'Two days' },
  ]);
  const restore = restoreValueOf(entry, entry.changes[0]);
  const device = { projectOf: async () => undefined, isTeamGone: async () => true };
  await restore?.(
    async (mutation, args) => (await here.mutate(mutation, args)) === undefined,
    device,
  );
  await here.sync();
  await there.sync();
  expect((await taskOn(there, id))?.['estimate']).toBeNull();
});

it('a new field is read by the import, also from a table of the export', async () => {
  const here = setup.device();
  await here.sync();
  const table = readCsv('Title,List,Estimate\nRoof,Next,Two days\nDoor,Next,', {
    name: 'tasks.csv',
    parse: papa.parse,
  });
  const uses = guessColumns(table.headings);
  expect(uses).toEqual(['name', 'card', 'estimate']);
  const plan = await planned(setup, here, boardOfCsv(table, { uses, dates: 'day-first' }), 'First');
  await run(here, plan);
  const [card] = await boardCards(here.db, plan.project);
  const made = await tasksOf(here, card?.id ?? '');
  expect(made.map((task) => [task.name, task['estimate']])).toEqual([
    ['Roof', 'Two days'],
    ['Door', null],
  ]);
  await here.sync();
  expect(await here.db.rejected.count()).toBe(0);
});

it('a new mutation runs on the device and on the server', async () => {
  const { founder } = setup.team;
  const id = await addTask(setup.team, founder);
  const [here, there] = [setup.device(), setup.device()];
  await here.sync();
  await edit(here, 'task-edit', { id, end_date: '2026-03-09' });
  await edit(here, 'task-clear-dates', { id, without_dates: true });
  expect((await taskOn(here, id))?.end_date).toBeNull();
  await edit(here, 'task-edit', { id, end_date: '2026-03-10' });
  await here.sync();
  ok(await founder.patch(`task/update-destroy/${id}/`, { without_dates: true }));
  await there.sync();
  expect((await taskOn(there, id))?.end_date).toBeNull();
});

async function edit(device: Device, name: string, args: object): Promise<void> {
  const mutation = mutationOf(name);
  if (mutation === undefined) throw new Error(`${name} is not registered`);
  expect(await device.mutate(mutation, args)).toBeUndefined();
}

/** `tasks.csv` of an export. */
async function taskTable({ db, record }: Device): Promise<string> {
  const { archive } = await exportApi(() => db).make(
    {
      accounts: [record],
      fromServer: false,
      at: '2026-03-02T09:00:00.000Z',
      deletedPerson: 'Deleted person {number}',
      person: 'Ada',
      unsent: new Blob([]),
      missing: [],
    },
    () => undefined,
  );
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  return strFromU8(files['tasks.csv'] ?? new Uint8Array());
}
