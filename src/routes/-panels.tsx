import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import {
  AddProjectPanel,
  AddWorkspacePanel,
  AdminPanel,
  FlagsPanel,
  LabelsPanel,
  MembersPanel,
  NotesPanel,
  OutboxPanel,
  ProjectSettingsPanel,
  ScanDialog,
  TodoPanel,
  TransferPanel,
  WorkspaceSettingsPanel,
  loadPanelsWhenIdle,
} from './-lazy-panels.ts';

/** Panel that the address contains, above the current screen. */
export function Panels() {
  useEffect(loadPanelsWhenIdle, []);
  return <Suspense>{usePanel()}</Suspense>;
}

/** Without the panel and what it is about. */
const CLOSED = {
  panel: undefined,
  project: undefined,
  workspace: undefined,
  todo: undefined,
  note: undefined,
  edit: undefined,
} as const;

function usePanel() {
  const { panel, project, workspace, todo, edit } = useSearch({ from: '/_app' });
  const navigate = useNavigate();
  const close = () => void navigate({ to: '.', search: (before) => ({ ...before, ...CLOSED }) });
  switch (panel) {
    case 'add-workspace':
      return <AddWorkspacePanel onClose={close} />;
    case 'add-project':
      return <AddProjectPanel workspace={workspace} onClose={close} />;
    case 'project-settings':
      return project === undefined ? null : (
        <ProjectSettingsPanel key={project} project={project} onClose={close} />
      );
    case 'workspace-settings':
      return workspace === undefined ? null : (
        <WorkspaceSettingsPanel key={workspace} workspace={workspace} onClose={close} />
      );
    case 'labels':
      return project === undefined ? null : (
        <LabelsPanel key={project} project={project} onClose={close} />
      );
    case 'flags':
      return <FlagsPanel onClose={close} />;
    case 'members':
      return project === undefined ? null : <MembersPanel project={project} onClose={close} />;
    case 'notes':
      return <NotesPanel onClose={close} />;
    case 'todo':
      return <TodoPanel key={todo} shown={todo} onClose={close} />;
    case 'outbox':
      return <OutboxPanel onClose={close} />;
    case 'export':
    case 'import':
      return <TransferPanel panel={panel} onClose={close} />;
    case 'add-user':
    case 'invite':
    case 'category':
    case 'role':
    case 'level':
    case 'team':
    case 'person':
    case 'organization':
      return <AdminPanel panel={panel} edit={edit} onClose={close} />;
    case 'scan':
      return <ScanDialog onClose={close} />;
    case undefined:
      return null;
  }
}
