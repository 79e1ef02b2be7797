import { projects } from '../../../model/entities/project.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import { workspaces } from '../../../model/entities/workspace.ts';
import { memberAdd } from '../../../model/mutations/member/member-add.ts';
import { memberRemove } from '../../../model/mutations/member/member-remove.ts';
import { personCreate } from '../../../model/mutations/person/person-create.ts';
import { projectCreate } from '../../../model/mutations/project/project-create.ts';
import { projectDelete } from '../../../model/mutations/project/project-delete.ts';
import { projectEdit } from '../../../model/mutations/project/project-edit.ts';
import { workspaceCreate } from '../../../model/mutations/workspace/workspace-create.ts';
import { workspaceDelete } from '../../../model/mutations/workspace/workspace-delete.ts';
import { workspaceEdit } from '../../../model/mutations/workspace/workspace-edit.ts';
import { isDeleted } from '../../../model/shared/erasure.ts';
import { createCard } from './board.ts';
import { type Act, on, me, pick, type, somebody } from './doing.ts';

/** People, projects and who is in them. */
export const PROJECT_ACTIONS = {
  'member-add': (doing) =>
    on(
      pick(doing, projects, () => true),
      ({ id }) => doing.tab.mutate(memberAdd, { project: id, organization_user: somebody(doing) }),
    ),
  'member-remove': (doing) =>
    on(
      pick(doing, teamMembers, () => true),
      ({ id }) => doing.tab.mutate(memberRemove, { id }),
    ),
  'project-open': async (doing) => {
    const streams = [...doing.device.view().streams.values()];
    const scope = doing.random.maybePick(streams.flatMap(({ outlined = [] }) => outlined));
    if (scope !== undefined) void doing.tab.engine.hold([scope]).catch(() => undefined);
    return undefined;
  },
  'task-open': async (doing) => {
    const { streams, rows } = doing.device.view();
    const hot = [...streams.values()].flatMap((state) => Object.keys(state.hot ?? {}));
    const found = [...rows].filter(
      ([key, { scope }]) => key.startsWith('tasks/') && hot.includes(scope),
    );
    const [, task] = doing.random.maybePick(found) ?? [];
    if (task === undefined) return undefined;
    void doing.tab.engine.openTasks({ [task.id]: { scope: task.scope } }).catch(() => undefined);
    return undefined;
  },
  'person-create': (doing) => {
    const name = doing.word();
    return doing.tab.mutate(personCreate, {
      id: doing.tab.newId(),
      display_name: name,
      phone_number: '+4930123456',
      email: `${name}@example.org`,
      user_role: doing.cast.roles.member,
      role_category: doing.cast.roles.category,
    });
  },
  'project-create': (doing) =>
    on(
      pick(doing, workspaces, () => true),
      async (workspace) => {
        const id = doing.tab.newId();
        const refusal = await doing.tab.mutate(projectCreate, {
          id,
          workspace: workspace.id,
          name: type(doing, projects, id),
          description: '',
          creator: me(doing),
        });
        return refusal ?? createCard(doing, id, doing.tab.newId());
      },
    ),
  'project-edit': (doing) =>
    on(
      pick(doing, projects, () => true),
      ({ id }) => doing.tab.mutate(projectEdit, { id, name: type(doing, projects, id) }),
    ),
  'workspace-edit': (doing) =>
    on(
      pick(doing, workspaces, () => true),
      ({ id }) => doing.tab.mutate(workspaceEdit, { id, name: type(doing, workspaces, id) }),
    ),
  'project-delete': (doing) =>
    on(
      pick(doing, projects, () => true),
      (row) =>
        doing.tab.mutate(projectDelete, { id: row.id, deleted: !isDeleted(row), status: true }),
    ),
  'workspace-delete': (doing) =>
    on(
      pick(doing, workspaces, () => true),
      (row) =>
        doing.tab.mutate(workspaceDelete, { id: row.id, deleted: !isDeleted(row), status: true }),
    ),
  'workspace-create': (doing) => {
    const id = doing.tab.newId();
    return doing.tab.mutate(workspaceCreate, { id, name: type(doing, workspaces, id), desc: '' });
  },
} as const satisfies Readonly<Record<string, Act>>;
