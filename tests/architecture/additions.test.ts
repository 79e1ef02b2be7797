/**
 * Cost of an addition (CONTRIBUTING.md): a field and a mutation are added to a copy of the sources, and the changed
 * files are counted. The copy must work: its types are correct, and `probe.ts` runs in it.
 */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Replacements of texts in a file; a new file has one, of the empty text. */
type Edits = readonly (readonly [old: string, text: string])[];
type Addition = Readonly<Record<string, Edits>>;

/** A text field of a task that a person fills in. */
const FIELD: Addition = {
  'model/entities/task.ts': [
    [
      '      /** Assignees of a multi-user task;',
      "      estimate: added(nullableText({ csv: 'Estimate', restore: 'task-edit' }), null),\n      /** Assignees of a multi-user task;",
    ],
  ],
  'model/mutations/task/task-edit.ts': [
    [
      '    end_date: v.optional(v.nullable(calendarDateSchema)),\n',
      '    end_date: v.optional(v.nullable(calendarDateSchema)),\n    estimate: v.optional(v.nullable(longTextSchema)),\n',
    ],
    [
      '      end_date: nullableField,\n',
      '      end_date: nullableField,\n      estimate: nullableField,\n',
    ],
  ],
  'model/mutations/task/task-create.ts': [
    [
      '  end_date: v.nullable(calendarDateSchema),\n',
      '  end_date: v.nullable(calendarDateSchema),\n  estimate: v.optional(v.nullable(longTextSchema)),\n',
    ],
    ['      status: true,\n', '      estimate: args.estimate ?? null,\n      status: true,\n'],
    ["      'end_date',\n", "      'end_date',\n      'estimate',\n"],
    [
      "    end_date: nullableField(body, 'end_date'),\n",
      "    end_date: nullableField(body, 'end_date'),\n    estimate: nullableField(body, 'estimate'),\n",
    ],
  ],
  'server/store/migrations/registry.ts': [
    ['\n];', "\n  addColumn('9999-estimate', 'tasks', { column: 'estimate', type: 'text?' }),\n];"],
  ],
};

/** Removes both dates of a task. */
const MUTATION: Addition = {
  'model/mutations/task/task-clear-dates.ts': [
    [
      '',
      `import * as v from 'valibot';
import { tasks } from '../../entities/task.ts';
import { mayEditTask } from '../../permissions/task.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { flagField } from '../rest-fields.ts';

export const taskClearDates = defineMutation({
  name: 'task-clear-dates',
  schema: v.strictObject({ id: idSchema, without_dates: v.literal(true) }),
  refs: ({ id }) => [{ table: 'tasks', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, tasks, id),
  authorise: (_args, context, actor) =>
    withVisibleRow(context, actor, (task) => mayEditTask(actor, task)),
  effects: ({ id }) => [change(tasks, id, (row) => ({ ...row, start_date: null, end_date: null }))],
  rest: {
    method: 'PATCH',
    path: 'task/update-destroy/:id/',
    bodyFields: ['without_dates'],
    toBody: ({ without_dates }) => ({ without_dates }),
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      without_dates: flagField(body, 'without_dates'),
    }),
  },
  describe: () => message('Clear the dates of a task'),
});
`,
    ],
  ],
  'model/mutations/registry.ts': [
    [
      "import { taskCollaborate } from './task/task-collaborate.ts';\n",
      "import { taskClearDates } from './task/task-clear-dates.ts';\nimport { taskCollaborate } from './task/task-collaborate.ts';\n",
    ],
    ['  taskCollaborate,\n', '  taskClearDates,\n  taskCollaborate,\n'],
  ],
  'model/permissions/rights.ts': [
    [
      "  { call: 'task-archive',",
      "  { call: 'task-clear-dates', flag: 'patch', who: ['creator'], hidden: OUTSIDER },\n  { call: 'task-archive',",
    ],
  ],
};

/** Maximum number of changed files. */
const LIMIT = 4;
const COPIED = ['model', 'sync', 'server', 'src', 'tests', 'tsconfig.base.json', 'package.json'];
const folder = mkdtempSync(join(tmpdir(), 'cairn-additions-'));

beforeAll(() => {
  for (const path of COPIED) cpSync(path, join(folder, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TYPES));
  writeFileSync(join(folder, 'vitest.config.ts'), PROBE);
  for (const [path, edits] of [...Object.entries(FIELD), ...Object.entries(MUTATION)]) {
    const file = join(folder, path);
    const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
    writeFileSync(file, edits.reduce(replaced, before));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['a field without a screen', FIELD],
  ['a mutation', MUTATION],
])('%s touches at most four files, those that CONTRIBUTING.md names', (_name, addition) => {
  const guide = readFileSync('CONTRIBUTING.md', 'utf8');
  const files = Object.keys(addition);
  expect(files.length).toBeLessThanOrEqual(LIMIT);
  expect(files.filter((file) => !guide.includes(patternOf(file)))).toEqual([]);
});

/** Milliseconds: a whole type check and a test run of their own, beside the other tests. */
const LONGEST = 240_000;

it.concurrent('the copy passes the type check', { timeout: LONGEST }, async () => {
  expect(await run('tsc', ['-p', '.'])).toBe('');
});

it.concurrent(
  'in the copy the field is stored, pulled, answered, exported, imported, logged and restored, and the mutation runs on both sides',
  { timeout: LONGEST },
  async () => {
    expect(await run('vitest', ['run'])).toMatch(/Tests +3 passed/);
  },
);

/** The product as one program: the copy has no build information, and one program takes a third of the time. */
const TYPES = {
  extends: './tsconfig.base.json',
  compilerOptions: {
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node', 'vite/client'],
    module: 'preserve',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    incremental: false,
  },
  include: ['model', 'sync', 'server', 'src'],
};

const PROBE = `export default { test: { include: ['tests/architecture/additions/probe.ts'], testTimeout: 60_000 } };`;

function replaced(source: string, [old, text]: Edits[number]): string {
  if (!source.includes(old)) throw new Error(`The sources have changed, this is gone: ${old}`);
  return source.replace(old, () => text);
}

/** The file in the form of CONTRIBUTING.md, with placeholders for entity and verb. */
function patternOf(file: string): string {
  return file
    .replace(/^model\/entities\/[a-z-]+\.ts$/, 'model/entities/<entity>.ts')
    .replace(
      /^model\/mutations\/([a-z]+)\/\1-(create|edit)\.ts$/,
      'model/mutations/<entity>/<entity>-$2.ts',
    )
    .replace(
      /^model\/mutations\/([a-z]+)\/\1-[a-z-]+\.ts$/,
      'model/mutations/<entity>/<entity>-<verb>.ts',
    );
}

/** Output of a tool, whether it succeeds or fails. */
function run(tool: string, args: readonly string[]): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1', VITEST: undefined } };
  return new Promise((settle) => {
    execFile(resolve('node_modules', '.bin', tool), args, options, (_error, stdout, stderr) =>
      settle(stdout + stderr),
    );
  });
}
