import { prefetch } from '../../ui/prefetch.ts';

/** Code that a board does not need for its first paint: loaded on use, or when the browser is idle. */
export const PARTS = {
  addTaskForm: prefetch(async () => (await import('./panels/add-task-form.tsx')).AddTaskForm),
  archivedTasks: prefetch(
    async () => (await import('./panels/archived-panels.tsx')).ArchivedTasksPanel,
  ),
  archivedCards: prefetch(
    async () => (await import('./panels/archived-panels.tsx')).ArchivedCardsPanel,
  ),
  labels: prefetch(async () => (await import('./panels/labels-panel.tsx')).LabelsPanel),
  templates: prefetch(async () => (await import('./panels/templates-panel.tsx')).TemplatesPanel),
  boardFocus: prefetch(async () => (await import('./board-focus.tsx')).BoardFocus),
  dragSensors: prefetch(async () => (await import('./drag/drag-sensors.tsx')).DragSensors),
  tileMenu: prefetch(async () => (await import('./kanban/tile-menu.tsx')).TileMenu),
  cardMenu: prefetch(async () => (await import('./kanban/card-menu-items.tsx')).CardMenuItems),
  topMenu: prefetch(async () => (await import('./top-menu-items.tsx')).TopMenuItems),
  renameCard: prefetch(async () => (await import('./kanban/rename-card.tsx')).RenameCard),
  selectionBar: prefetch(async () => (await import('./selection/selection-bar.tsx')).SelectionBar),
  filterLine: prefetch(async () => (await import('./filters/filter-line.tsx')).FilterLine),
  hiddenTasks: prefetch(async () => (await import('./filters/hidden-tasks.tsx')).HiddenTasks),
  missingBoard: prefetch(async () => (await import('./missing-board.tsx')).MissingBoard),
  replaced: prefetch(async () => (await import('./replaced-on-board.tsx')).ReplacedOnBoard),
  list: prefetch(async () => (await import('./list/board-list.tsx')).BoardList),
  calendar: prefetch(async () => (await import('./calendar/board-calendar.tsx')).BoardCalendar),
} as const;
