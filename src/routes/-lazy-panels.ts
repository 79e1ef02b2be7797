import { lazy } from 'react';

const LOADERS = {
  AddWorkspacePanel: () => import('../features/workspaces/add-workspace-panel.tsx'),
  AddProjectPanel: () => import('../features/projects/add-project-panel.tsx'),
  ProjectSettingsPanel: () => import('../features/settings/project-settings-panel.tsx'),
  WorkspaceSettingsPanel: () => import('../features/settings/workspace-settings-panel.tsx'),
  FlagsPanel: () => import('../features/settings/flags-panel.tsx'),
  LabelsPanel: () => import('../features/board/labels-panel.tsx'),
  MembersPanel: () => import('../features/projects/members-panel.tsx'),
  NotesPanel: () => import('../features/notes/notes-panel.tsx'),
  TodoPanel: () => import('../features/todo/todo-panel.tsx'),
  OutboxPanel: () => import('../features/sync-status/outbox-panel.tsx'),
  TransferPanel: () => import('../features/transfer/transfer-panel.tsx'),
  AdminPanel: () => import('../features/people/admin-panels.tsx'),
} as const;

export const AddWorkspacePanel = lazy(async () => ({
  default: (await LOADERS.AddWorkspacePanel()).AddWorkspacePanel,
}));
export const AddProjectPanel = lazy(async () => ({
  default: (await LOADERS.AddProjectPanel()).AddProjectPanel,
}));
export const ProjectSettingsPanel = lazy(async () => ({
  default: (await LOADERS.ProjectSettingsPanel()).ProjectSettingsPanel,
}));
export const WorkspaceSettingsPanel = lazy(async () => ({
  default: (await LOADERS.WorkspaceSettingsPanel()).WorkspaceSettingsPanel,
}));
export const FlagsPanel = lazy(async () => ({ default: (await LOADERS.FlagsPanel()).FlagsPanel }));
export const LabelsPanel = lazy(async () => ({
  default: (await LOADERS.LabelsPanel()).LabelsPanel,
}));
export const MembersPanel = lazy(async () => ({
  default: (await LOADERS.MembersPanel()).MembersPanel,
}));
export const NotesPanel = lazy(async () => ({ default: (await LOADERS.NotesPanel()).NotesPanel }));
export const TodoPanel = lazy(async () => ({ default: (await LOADERS.TodoPanel()).TodoPanel }));
export const OutboxPanel = lazy(async () => ({
  default: (await LOADERS.OutboxPanel()).OutboxPanel,
}));
export const TransferPanel = lazy(async () => ({
  default: (await LOADERS.TransferPanel()).TransferPanel,
}));
export const AdminPanel = lazy(async () => ({ default: (await LOADERS.AdminPanel()).AdminPanel }));

/** Fetches the panels while nothing else happens, so that the first click on one waits for nothing. */
export function loadWhenIdle(): () => void {
  const timer = setTimeout(() => {
    for (const load of Object.values(LOADERS)) void load();
  }, 3000);
  return () => clearTimeout(timer);
}
