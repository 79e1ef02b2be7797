import { createHash } from 'node:crypto';
import { orgUsers } from '../../../model/entities/org-user.ts';
import { inOrder } from '../../../model/entities/step-order.ts';
import { taskSteps } from '../../../model/entities/task-step.ts';
import type { ReportFile } from '../../../model/protocol/sign-off-report.ts';
import type { App } from '../../../server/app.ts';
import { decodeRow } from '../../../server/store/rows.ts';
import { type SqlRow, textOf } from '../../../server/store/sql.ts';

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** The report of a project as a device would save it that has everything, without pictures. */
export async function reportOf(
  app: App,
  { orgId, project }: { readonly orgId: string; readonly project: string },
): Promise<ReportFile> {
  const steps = inOrder(
    (await stored(app, orgId, taskSteps.table)).map((row) =>
      taskSteps.parse(decodeRow(taskSteps, row)),
    ),
  ).filter((step) => step.project === project);
  const nameOf = async (table: string, id: string, field = 'name') => {
    const row = (await stored(app, orgId, table)).find((one) => one['id'] === id);
    return row === undefined ? '' : textOf(row, field);
  };
  const people = [...new Set(steps.flatMap((step) => [...step.people, step.created_by]))];
  const tasks = [...new Set(steps.map(({ task }) => task))];
  const photos = [...new Set(steps.flatMap((step) => step.photos))];
  const named: [ReportFile['names'][number]['kind'], string, string, string?][] = [
    ['organization', orgId, 'organizations'],
    ['project', project, 'projects'],
    ...tasks.map((id): ['task', string, string] => ['task', id, 'tasks']),
    ...people.map((id): ['person', string, string, string] => [
      'person',
      id,
      orgUsers.table,
      'display_name',
    ]),
    ...photos.map((id): ['file', string, string] => ['file', id, 'files']),
  ];
  const names: ReportFile['names'][number][] = [];
  for (const [kind, id, table, field] of named) {
    names.push({ kind, id, name: await nameOf(table, id, field) });
  }
  return {
    format: 'cairn-sign-off-report',
    version: 1,
    server: 'http://localhost:3000',
    made_at: '2026-03-02T08:00:00Z',
    made_by: 'Ada',
    organization: orgId,
    project,
    subject: { kind: 'project', id: project },
    from: null,
    to: null,
    time_zone: 'UTC',
    names,
    steps: steps.map(({ v: _v, scope: _scope, project: _project, ...step }) => step),
    outside: [],
    pictures: [],
  };
}

function stored(app: App, orgId: string, table: string): Promise<readonly SqlRow[]> {
  return app.services.database.snapshot((sql) =>
    sql.all(`select * from "${table}" where org_id = ? order by id`, [orgId]),
  );
}
