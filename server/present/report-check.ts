import { createHash } from 'node:crypto';
import { cards } from '../../model/entities/card.ts';
import { files } from '../../model/entities/file.ts';
import { orgUsers } from '../../model/entities/org-user.ts';
import { organizations } from '../../model/entities/organization.ts';
import { projects } from '../../model/entities/project.ts';
import { orgStream } from '../../model/entities/scopes.ts';
import { inOrder } from '../../model/entities/step-order.ts';
import { type TaskStep, taskSteps } from '../../model/entities/task-step.ts';
import { tasks } from '../../model/entities/task.ts';
import {
  NAMED_KINDS,
  type NamedKind,
  nameText,
  outsideText,
  type ReportCheck,
  type ReportVerdicts,
  stepText,
  type StepVerdict,
} from '../../model/protocol/sign-off-report.ts';
import { decodeRow } from '../store/rows.ts';
import { marks, quoted, type Sql, type SqlRow, type SqlValue, textOf } from '../store/sql.ts';

/**
 * Compares the digests of a report with the rows of its organisation (SIGN-4). It answers about steps whose ids the
 * caller knows, and about names, photos and further steps only where they belong to a genuine one.
 */
export async function checkReport(sql: Sql, asked: ReportCheck): Promise<ReportVerdicts> {
  const orgId = asked.organization;
  const byId = await stepsWith(sql, { orgId, column: 'id', values: asked.steps.map(idOf) });
  const known = new Map(byId.map((step) => [step.id, step]));
  const erased = await erasedSteps(sql, { orgId, ids: asked.steps.map(idOf) });
  const steps = asked.steps.map(({ id, digest }): StepVerdict => {
    const step = known.get(id);
    if (step === undefined) return erased.has(id) ? 'erased' : 'unknown';
    return verdictOf(step, digest);
  });
  const genuine = asked.steps.flatMap(({ id }, index) => {
    const step = known.get(id);
    return step !== undefined && isGenuine(steps[index]) ? [step] : [];
  });
  const taskIds = [...new Set(genuine.map(({ task }) => task))];
  const ofTasks = Map.groupBy(
    await stepsWith(sql, { orgId, column: 'task', values: taskIds }),
    ({ task }) => task,
  );
  const outside = outsideSteps(asked, ofTasks);
  const arrived = new Set(
    asked.steps.filter((_step, index) => steps[index] === 'genuine').map(({ id }) => id),
  );
  const listed = new Set([...asked.steps.map(({ id }) => id), ...outside.ids]);
  return {
    steps,
    outside: outside.found,
    names: await nameVerdicts(sql, asked, genuine),
    pictures: await pictureVerdicts(sql, asked, genuine),
    tasks: taskIds.map((id) => ({
      id,
      others: othersOf(ofTasks.get(id) ?? [], { listed, arrived }),
    })),
  };
}

function verdictOf(step: TaskStep, digest: string): StepVerdict {
  if (digestOf(stepText(step)) === digest) return 'genuine';
  const unsent = { ...step, arrived_at: null, clock_offset: null };
  return digestOf(stepText(unsent)) === digest ? 'arrived_since' : 'changed';
}

function isGenuine(verdict: StepVerdict | undefined): boolean {
  return verdict === 'genuine' || verdict === 'arrived_since';
}

/** Which of the steps outside of the report's days exist, and the ids of these. */
function outsideSteps(
  asked: ReportCheck,
  ofTasks: ReadonlyMap<string, readonly TaskStep[]>,
): { readonly found: boolean[]; readonly ids: readonly string[] } {
  const byDigest = new Map(
    [...ofTasks].flatMap(([task, ofTask]) =>
      ofTask.map((step) => [`${task} ${digestOf(outsideText(step))}`, step.id] as const),
    ),
  );
  const ids = asked.outside.map(({ task, digest }) => byDigest.get(`${task} ${digest}`));
  return {
    found: ids.map((id) => id !== undefined),
    ids: ids.filter((id) => id !== undefined),
  };
}

/** `arrived`: listed steps whose arrival is in the file. */
function othersOf(
  steps: readonly TaskStep[],
  {
    listed,
    arrived,
  }: { readonly listed: ReadonlySet<string>; readonly arrived: ReadonlySet<string> },
): ReportVerdicts['tasks'][number]['others'] {
  const ordered = inOrder(steps);
  const first = ordered.findIndex(({ id }) => !listed.has(id));
  if (first === -1) return 'none';
  return first < ordered.findLastIndex(({ id }) => arrived.has(id)) ? 'earlier' : 'later';
}

/** Where a kind of name is stored: the table, and the field of the name. */
const NAMED: Readonly<Record<NamedKind, readonly [table: string, field: string]>> = {
  organization: [organizations.table, 'name'],
  project: [projects.table, 'name'],
  card: [cards.table, 'name'],
  task: [tasks.table, 'name'],
  person: [orgUsers.table, 'display_name'],
  file: [files.table, 'name'],
};

async function nameVerdicts(
  sql: Sql,
  { organization: orgId, names }: ReportCheck,
  genuine: readonly TaskStep[],
): Promise<ReportVerdicts['names']> {
  const allowed = await namedBy(sql, orgId, genuine);
  const digests = new Map<string, { readonly now: Set<string>; readonly former: Set<string> }>();
  for (const kind of NAMED_KINDS) {
    const [table, field] = NAMED[kind];
    const ids = names.filter((one) => one.kind === kind && allowed[kind].has(one.id)).map(idOf);
    const digest = (id: string, name: string) => digestOf(nameText({ kind, id, name }));
    const entry = (id: string) => {
      const found = digests.get(`${kind} ${id}`) ?? { now: new Set(), former: new Set() };
      digests.set(`${kind} ${id}`, found);
      return found;
    };
    const rows = await among(ids, (some) =>
      sql.all(
        `select id, ${quoted(field)} as name from ${quoted(table)} where org_id = ? and id in (${marks(some.length)})`,
        [orgId, ...some],
      ),
    );
    for (const row of rows)
      entry(textOf(row, 'id')).now.add(digest(textOf(row, 'id'), textOf(row, 'name')));
    const changes = await among(ids, (some) =>
      sql.all(
        `select row_id, old, new from activity where org_id = ? and stream = ? and tbl = ? and field = ? and row_id in (${marks(some.length)})`,
        [orgId, orgStream(orgId), table, field, ...some],
      ),
    );
    for (const row of changes) {
      const id = textOf(row, 'row_id');
      for (const name of [row['old'], row['new']]) {
        const text = storedText(name);
        if (text !== undefined) entry(id).former.add(digest(id, text));
      }
    }
  }
  return names.map(({ kind, id, digest }) => {
    const found = digests.get(`${kind} ${id}`);
    if (found === undefined) return 'unknown';
    if (found.now.has(digest)) return 'same';
    return found.former.has(digest) ? 'former' : 'differs';
  });
}

/** Ids that genuine steps refer to, by kind. Tasks may have moved since: their former projects and cards count. */
async function namedBy(
  sql: Sql,
  orgId: string,
  genuine: readonly TaskStep[],
): Promise<Readonly<Record<NamedKind, ReadonlySet<string>>>> {
  const taskIds = [...new Set(genuine.map(({ task }) => task))];
  const rows = await among(taskIds, (some) =>
    sql.all(`select project, card from tasks where org_id = ? and id in (${marks(some.length)})`, [
      orgId,
      ...some,
    ]),
  );
  const moves = await among(taskIds, (some) =>
    sql.all(
      `select field, old from activity where org_id = ? and stream = ? and tbl = ? and field in ('project', 'card')
       and old is not null and row_id in (${marks(some.length)})`,
      [orgId, orgStream(orgId), tasks.table, ...some],
    ),
  );
  const former = (field: string) =>
    moves.flatMap((row) => (row['field'] === field ? (storedText(row['old']) ?? []) : []));
  return {
    organization: new Set(genuine.length > 0 ? [orgId] : []),
    project: new Set([...rows.map((row) => textOf(row, 'project')), ...former('project')]),
    card: new Set([...rows.map((row) => textOf(row, 'card')), ...former('card')]),
    task: new Set(taskIds),
    person: new Set(genuine.flatMap(({ people, created_by }) => [...people, created_by])),
    file: new Set(genuine.flatMap(({ photos }) => photos)),
  };
}

/** True where these are bytes of the photo of a genuine step: those that were picked, or those that the server shows. */
async function pictureVerdicts(
  sql: Sql,
  { organization: orgId, pictures }: ReportCheck,
  genuine: readonly TaskStep[],
): Promise<boolean[]> {
  const photos = new Set(genuine.flatMap((step) => step.photos));
  const ids = pictures.map(({ file }) => file).filter((file) => photos.has(file));
  const rows = await among(ids, (some) =>
    sql.all(
      `select id as file, digest from files where org_id = ? and id in (${marks(some.length)})
       union all select file, digest from file_contents where org_id = ? and file in (${marks(some.length)})`,
      [orgId, ...some, orgId, ...some],
    ),
  );
  const found = new Set(rows.map((row) => `${textOf(row, 'file')} ${textOf(row, 'digest')}`));
  return pictures.map(({ file, digest }) => found.has(`${file} ${digest}`));
}

async function stepsWith(
  sql: Sql,
  {
    orgId,
    column,
    values,
  }: { readonly orgId: string; readonly column: 'id' | 'task'; readonly values: readonly string[] },
): Promise<readonly TaskStep[]> {
  const rows = await among(values, (some) =>
    sql.all(`select * from task_steps where org_id = ? and ${column} in (${marks(some.length)})`, [
      orgId,
      ...some,
    ]),
  );
  return rows.map((row) => taskSteps.parse(decodeRow(taskSteps, row)));
}

/** Ids of steps that were erased with their task, as long as its tombstone is kept. */
async function erasedSteps(
  sql: Sql,
  { orgId, ids }: { readonly orgId: string; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await among(ids, (some) =>
    sql.all(
      `select id from changes where org_id = ? and stream = ? and tbl = ? and kind = 'del' and id in (${marks(some.length)})`,
      [orgId, orgStream(orgId), taskSteps.table, ...some],
    ),
  );
  return new Set(rows.map((row) => textOf(row, 'id')));
}

/** Values of one statement: few lengths of a list make few statements, which the database prepares once each. */
const AT_ONCE = 256;

async function among(
  values: readonly string[],
  read: (some: readonly string[]) => Promise<readonly SqlRow[]>,
): Promise<readonly SqlRow[]> {
  const distinct = [...new Set(values)];
  const found: SqlRow[] = [];
  for (let start = 0; start < distinct.length; start += AT_ONCE) {
    const some = distinct.slice(start, start + AT_ONCE);
    const room = 2 ** Math.ceil(Math.log2(some.length)) - some.length;
    const padding = Array.from({ length: room }, () => some.at(-1) ?? '');
    found.push(...(await read([...some, ...padding])));
  }
  return found;
}

/** A text in the activity log, which stores values as JSON; undefined for an erased one. */
function storedText(value: SqlValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const parsed: unknown = JSON.parse(value);
  return typeof parsed === 'string' ? parsed : undefined;
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
