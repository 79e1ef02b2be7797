import { prefetch } from '../../ui/prefetch.ts';

/** What a board opens without: it comes when it is asked for, or before that while nothing else happens. */
export const PARTS = {
  addTaskForm: prefetch(async () => (await import('./add-task-form.tsx')).AddTaskForm),
  archivedTasks: prefetch(async () => (await import('./archived-panels.tsx')).ArchivedTasksPanel),
  archivedCards: prefetch(async () => (await import('./archived-panels.tsx')).ArchivedCardsPanel),
  labels: prefetch(async () => (await import('./labels-panel.tsx')).LabelsPanel),
  boardFocus: prefetch(async () => (await import('./board-focus.tsx')).BoardFocus),
  tileMenu: prefetch(async () => (await import('./tile-menu.tsx')).TileMenu),
  cardMenu: prefetch(async () => (await import('./card-menu-items.tsx')).CardMenuItems),
  topMenu: prefetch(async () => (await import('./top-menu-items.tsx')).TopMenuItems),
  renameCard: prefetch(async () => (await import('./rename-card.tsx')).RenameCard),
  selectionBar: prefetch(async () => (await import('./selection-bar.tsx')).SelectionBar),
  filterLine: prefetch(async () => (await import('./filter-line.tsx')).FilterLine),
  hiddenTasks: prefetch(async () => (await import('./hidden-tasks.tsx')).HiddenTasks),
  missingBoard: prefetch(async () => (await import('./missing-board.tsx')).MissingBoard),
  list: prefetch(async () => (await import('./board-list.tsx')).BoardList),
  calendar: prefetch(async () => (await import('./board-calendar.tsx')).BoardCalendar),
} as const;
