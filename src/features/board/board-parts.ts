import { loadAhead } from '../../ui/load-ahead.ts';

/** What a board opens without: it comes when it is asked for, or before that while nothing else happens. */
export const PARTS = {
  addTaskForm: loadAhead(async () => (await import('./add-task-form.tsx')).AddTaskForm),
  archivedTasks: loadAhead(async () => (await import('./archived-panels.tsx')).ArchivedTasksPanel),
  archivedCards: loadAhead(async () => (await import('./archived-panels.tsx')).ArchivedCardsPanel),
  labels: loadAhead(async () => (await import('./labels-panel.tsx')).LabelsPanel),
  boardFocus: loadAhead(async () => (await import('./board-focus.tsx')).BoardFocus),
  tileMenu: loadAhead(async () => (await import('./tile-menu.tsx')).TileMenu),
  cardMenu: loadAhead(async () => (await import('./card-menu-items.tsx')).CardMenuItems),
  topMenu: loadAhead(async () => (await import('./top-menu-items.tsx')).TopMenuItems),
  renameCard: loadAhead(async () => (await import('./rename-card.tsx')).RenameCard),
  selectionBar: loadAhead(async () => (await import('./selection-bar.tsx')).SelectionBar),
  filterLine: loadAhead(async () => (await import('./filter-line.tsx')).FilterLine),
  hiddenTasks: loadAhead(async () => (await import('./hidden-tasks.tsx')).HiddenTasks),
  missingBoard: loadAhead(async () => (await import('./missing-board.tsx')).MissingBoard),
  list: loadAhead(async () => (await import('./board-list.tsx')).BoardList),
  calendar: loadAhead(async () => (await import('./board-calendar.tsx')).BoardCalendar),
} as const;
