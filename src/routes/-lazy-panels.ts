import { prefetch, loadWhenIdle } from '../ui/prefetch.ts';

const PANELS = {
  addWorkspace: prefetch(
    async () => (await import('../features/workspaces/add-workspace-panel.tsx')).AddWorkspacePanel,
  ),
  addProject: prefetch(
    async () => (await import('../features/projects/add-project-panel.tsx')).AddProjectPanel,
  ),
  projectSettings: prefetch(
    async () =>
      (await import('../features/settings/project-settings-panel.tsx')).ProjectSettingsPanel,
  ),
  workspaceSettings: prefetch(
    async () =>
      (await import('../features/settings/workspace-settings-panel.tsx')).WorkspaceSettingsPanel,
  ),
  flags: prefetch(async () => (await import('../features/settings/flags-panel.tsx')).FlagsPanel),
  labels: prefetch(
    async () => (await import('../features/board/panels/labels-panel.tsx')).LabelsPanel,
  ),
  members: prefetch(
    async () => (await import('../features/projects/members-panel.tsx')).MembersPanel,
  ),
  notes: prefetch(async () => (await import('../features/notes/notes-panel.tsx')).NotesPanel),
  todo: prefetch(async () => (await import('../features/todo/todo-panel.tsx')).TodoPanel),
  outbox: prefetch(
    async () => (await import('../features/sync-status/outbox-panel.tsx')).OutboxPanel,
  ),
  transfer: prefetch(
    async () => (await import('../features/transfer/transfer-panel.tsx')).TransferPanel,
  ),
  admin: prefetch(async () => (await import('../features/people/admin-panels.tsx')).AdminPanel),
  scan: prefetch(async () => (await import('../features/scan/scan-dialog.tsx')).ScanDialog),
} as const;

export const { Component: AddWorkspacePanel } = PANELS.addWorkspace;
export const { Component: AddProjectPanel } = PANELS.addProject;
export const { Component: ProjectSettingsPanel } = PANELS.projectSettings;
export const { Component: WorkspaceSettingsPanel } = PANELS.workspaceSettings;
export const { Component: FlagsPanel } = PANELS.flags;
export const { Component: LabelsPanel } = PANELS.labels;
export const { Component: MembersPanel } = PANELS.members;
export const { Component: NotesPanel } = PANELS.notes;
export const { Component: TodoPanel } = PANELS.todo;
export const { Component: OutboxPanel } = PANELS.outbox;
export const { Component: TransferPanel } = PANELS.transfer;
export const { Component: AdminPanel } = PANELS.admin;
export const { Component: ScanDialog } = PANELS.scan;

/** Loads the panels when the browser is idle, so that the first click on one does not wait. */
export function loadPanelsWhenIdle(): () => void {
  return loadWhenIdle(Object.values(PANELS));
}
