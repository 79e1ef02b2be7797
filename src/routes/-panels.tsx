import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

const AddWorkspacePanel = lazy(async () => {
  const module = await import('../features/workspaces/add-workspace-panel.tsx');
  return { default: module.AddWorkspacePanel };
});
const AddProjectPanel = lazy(async () => {
  const module = await import('../features/projects/add-project-panel.tsx');
  return { default: module.AddProjectPanel };
});
const MembersPanel = lazy(async () => {
  const module = await import('../features/projects/members-panel.tsx');
  return { default: module.MembersPanel };
});
const NotesPanel = lazy(async () => {
  const module = await import('../features/notes/notes-panel.tsx');
  return { default: module.NotesPanel };
});
const OutboxPanel = lazy(async () => {
  const module = await import('../features/sync-status/outbox-panel.tsx');
  return { default: module.OutboxPanel };
});
const AddUserPanel = lazy(async () => {
  const module = await import('../features/people/add-user-panel.tsx');
  return { default: module.AddUserPanel };
});

/** The panel the address names, over whatever screen is open. */
export function Panels() {
  return <Suspense>{usePanel()}</Suspense>;
}

function usePanel() {
  const { panel, project, workspace } = useSearch({ from: '/_app' });
  const navigate = useNavigate();
  const close = () => {
    void navigate({
      to: '.',
      search: ({ panel: _panel, project: _project, workspace: _workspace, ...rest }) => rest,
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
    case 'outbox':
      return <OutboxPanel onClose={close} />;
    case 'add-user':
      return <AddUserPanel onClose={close} />;
    case undefined:
      return null;
  }
}
