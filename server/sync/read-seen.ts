import { numberOf, type Sql, textOf } from '../store/sql.ts';

interface SeenTask {
  readonly orgId: string;
  readonly task: string;
  readonly epoch: string;
}

/** Versions up to which people have seen a task (RECEIPT-4), by organisation user. */
export async function readSeen(
  sql: Sql,
  { orgId, task, epoch }: SeenTask,
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.all(
    `select person, v from task_seen where org_id = ? and task = ? and epoch = ?`,
    [orgId, task, epoch],
  );
  return new Map(rows.map((row) => [textOf(row, 'person'), numberOf(row, 'v')]));
}
