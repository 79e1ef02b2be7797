import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';

const LOADERS = {
  AddWorkspacePanel: () => import('../features/workspaces/add-workspace-panel.tsx'),
  AddProjectPanel: () => import('../features/projects/add-project-panel.tsx'),
  MembersPanel: () => import('../features/projects/members-panel.tsx'),
  NotesPanel: () => import('../features/notes/notes-panel.tsx'),
  TodoPanel: () => import('../features/todo/todo-panel.tsx'),
  OutboxPanel: () => import('../features/sync-status/outbox-panel.tsx'),
  AdminPanel: () => import('../features/people/admin-panels.tsx'),
} as const;

const AddWorkspacePanel = lazy(async () => ({
  default: (await LOADERS.AddWorkspacePanel()).AddWorkspacePanel,
}));
const AddProjectPanel = lazy(async () => ({
  default: (await LOADERS.AddProjectPanel()).AddProjectPanel,
}));
const MembersPanel = lazy(async () => ({ default: (await LOADERS.MembersPanel()).MembersPanel }));
const NotesPanel = lazy(async () => ({ default: (await LOADERS.NotesPanel()).NotesPanel }));
const TodoPanel = lazy(async () => ({ default: (await LOADERS.TodoPanel()).TodoPanel }));
const OutboxPanel = lazy(async () => ({ default: (await LOADERS.OutboxPanel()).OutboxPanel }));
const AdminPanel = lazy(async () => ({ default: (await LOADERS.AdminPanel()).AdminPanel }));

/** The panel the address names, over whatever screen is open. */
export function Panels() {
  useEffect(loadWhenIdle, []);
  return <Suspense>{usePanel()}</Suspense>;
}

function usePanel() {
  const { panel, project, workspace, todo, edit } = useSearch({ from: '/_app' });
  const navigate = useNavigate();
  const close = () => {
    void navigate({
      to: '.',
      search: ({
        panel: _panel,
        project: _project,
        workspace: _workspace,
        todo: _todo,
        note: _note,
        edit: _edit,
        ...rest
      }) => rest,
    });
  };
  switch (panel) {
    case 'add-workspace':
      return <AddWorkspacePanel onClose={close} />;
    case 'add-project':
      return <AddProjectPanel workspace={workspace} onClose={close} />;
    case 'members':
      return project === undefined ? null : <MembersPanel project={project} onClose={close} />;
    case 'notes':
      return <NotesPanel onClose={close} />;
    case 'todo':
      return <TodoPanel key={todo} shown={todo} onClose={close} />;
    case 'outbox':
      return <OutboxPanel onClose={close} />;
    case 'add-user':
    case 'invite':
    case 'category':
    case 'role':
    case 'level':
    case 'team':
    case 'person':
    case 'organization':
      return <AdminPanel panel={panel} edit={edit} onClose={close} />;
    case undefined:
      return null;
  }
}

/** Fetches the panels while nothing else happens, so that the first click on one waits for nothing. */
function loadWhenIdle(): () => void {
  const timer = setTimeout(() => {
    for (const load of Object.values(LOADERS)) void load();
  }, 3000);
  return () => clearTimeout(timer);
}
