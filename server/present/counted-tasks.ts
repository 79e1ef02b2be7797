import { projectScope } from '../../model/entities/scopes.ts';
import { type Actor, isAdministrative } from '../../model/permissions/actor.ts';
import { nextTurn } from '../shared/next-turn.ts';
import type { Snapshot } from '../store/database.ts';
import type { SqlRow, SqlValue } from '../store/sql.ts';
import { powersOfTwo } from '../writer/batch-sql.ts';
import { all, type Condition, memberOf } from './task-search.ts';

/**
 * Projects whose tasks one statement counts: other requests have their turn in between. Fewer where it reads the tasks
 * themselves and not only their index.
 */
const PROJECTS_A_TURN = 128;
const PROJECTS_A_TURN_BY_ROW = 16;

/** What the reads of one question need. Each statement is a snapshot of its own, so that none waits for all. */
export interface SummaryReads {
  readonly actor: Actor;
  readonly snapshot: <T>(work: (store: Snapshot) => Promise<T>) => Promise<T>;
}

/** A statement over the tasks of a few projects. */
export interface Counting {
  /** Text and values of what it selects. */
  readonly columns: Condition;
  /** Conditions besides the filters of the question. */
  readonly where?: readonly Condition[];
  readonly groupBy?: string;
  /** Column by which the tasks are found: the one that the index of this statement begins with. */
  readonly by?: 'scope' | 'project';
}

/** Runs a statement over the active tasks of one chunk of projects that the caller may read and that pass the filters. */
export type CountTasks = (counting: Counting) => Promise<readonly SqlRow[]>;

/** The tasks that are counted. */
export interface Chunks {
  readonly projects: readonly string[];
  /** Conditions of all statements. */
  readonly filters: readonly Condition[];
  /** True: the filters read columns that the index does not contain. */
  readonly isByRow?: boolean;
}

/** Calls `work` for some of the named projects at a time, with one snapshot for each. */
export async function eachChunk(
  { actor, snapshot }: SummaryReads,
  { projects, filters, isByRow = false }: Chunks,
  work: (count: CountTasks, some: readonly string[]) => Promise<void>,
): Promise<void> {
  const most = isByRow ? PROJECTS_A_TURN_BY_ROW : PROJECTS_A_TURN;
  for (let start = 0; start < projects.length; start += most) {
    const named = projects.slice(start, start + most);
    for (const some of powersOfTwo(named)) {
      const readable = readableOf(actor, some);
      await snapshot((store) =>
        work((counting) => {
          const { text, values } = statementOf(actor, counting, { readable, filters });
          return store.all(text, values);
        }, some),
      );
    }
    await nextTurn();
  }
}

interface Narrowed {
  readonly readable: Condition;
  readonly filters: readonly Condition[];
}

function statementOf(
  actor: Actor,
  { columns, where = [], groupBy, by = 'scope' }: Counting,
  { readable, filters }: Narrowed,
): Condition {
  const own = { text: 'org_id = ? and status = 1', values: [actor.orgId] };
  const named = { text: `${by} in (select r.${by} from readable r)`, values: [] };
  const conditions = all([own, named, ...where, ...filters]);
  const grouped = groupBy === undefined ? '' : `group by ${groupBy}`;
  return {
    text: `${readable.text} select ${columns.text} from tasks where ${conditions.text} ${grouped}`,
    values: [...readable.values, ...columns.values, ...conditions.values],
  };
}

/**
 * `with` clause of the named projects that `guardOf` lets the caller read. The rights are checked once for each project:
 * checked for each of 300,000 tasks they take longer than counting these.
 */
function readableOf(actor: Actor, projects: readonly string[]): Condition {
  const named = projects.map(() => '(?, ?)').join(', ');
  const places = projects.flatMap((project): SqlValue[] => [project, projectScope(project)]);
  const rights = all([
    ...(actor.get_access ? [] : [{ text: '1 = 0', values: [] }]),
    {
      text: `not exists (select 1 from erasures e
        where e.org_id = ? and e.kind = 'project' and e.id = n.project)`,
      values: [actor.orgId],
    },
    ...(isAdministrative(actor) ? [] : [memberOf(actor, 'n.project')]),
  ]);
  return {
    text: `with named(project, scope) as (values ${named}),
      readable(project, scope) as (select n.project, n.scope from named n where ${rights.text})`,
    values: [...places, ...rights.values],
  };
}
