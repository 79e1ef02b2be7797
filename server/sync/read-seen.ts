import { marks, numberOf, type Sql, textOf } from '../store/sql.ts';

interface SeenTasks {
  readonly orgId: string;
  readonly tasks: readonly string[];
  readonly epoch: string;
}

/** Versions up to which people have seen tasks (RECEIPT-4), by task and organisation user. */
export async function readSeen(
  sql: Sql,
  { orgId, tasks, epoch }: SeenTasks,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const rows = await sql.all(
    `select task, person, v from task_seen where org_id = ? and epoch = ? and task in (${marks(tasks.length)})`,
    [orgId, epoch, ...tasks],
  );
  return new Map(
    Array.from(
      Map.groupBy(rows, (row) => textOf(row, 'task')),
      ([task, seen]) => [
        task,
        new Map(seen.map((row) => [textOf(row, 'person'), numberOf(row, 'v')])),
      ],
    ),
  );
}
