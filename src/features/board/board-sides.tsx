import { lazy, Suspense, useEffect } from 'react';
import type { Card } from '../../../model/entities/card.ts';
import type { BoardFacts } from './board-context.ts';
import type { Side } from './side.ts';

const LOADERS = {
  form: () => import('./add-task-form.tsx'),
  archives: () => import('./archived-panels.tsx'),
  labels: () => import('./labels-panel.tsx'),
  menu: () => import('./tile-menu.tsx'),
  cardMenu: () => import('./card-menu-items.tsx'),
  topMenu: () => import('./top-menu-items.tsx'),
  rename: () => import('./rename-card.tsx'),
  selection: () => import('./selection-bar.tsx'),
  list: () => import('./board-list.tsx'),
  calendar: () => import('./board-calendar.tsx'),
} as const;

const AddTaskForm = lazy(async () => ({ default: (await LOADERS.form()).AddTaskForm }));
const ArchivedTasksPanel = lazy(async () => ({
  default: (await LOADERS.archives()).ArchivedTasksPanel,
}));
const ArchivedCardsPanel = lazy(async () => ({
  default: (await LOADERS.archives()).ArchivedCardsPanel,
}));
const LabelsPanel = lazy(async () => ({ default: (await LOADERS.labels()).LabelsPanel }));

interface Props {
  readonly side: Side | undefined;
  readonly project: string;
  readonly cards: readonly Card[];
  readonly facts: BoardFacts;
  readonly onClose: () => void;
}

/** Forms and archives come when they are asked for: a board opens without them. */
export function BoardSide({ side, project, cards, facts, onClose }: Props) {
  useEffect(loadWhenIdle, []);
  return <Suspense>{panelOf()}</Suspense>;

  function panelOf() {
    switch (side?.kind) {
      case 'add': {
        const card = cards.find((one) => one.id === side.card);
        if (card === undefined) return null;
        const key = `${side.card}:${side.multi}`;
        return <AddTaskForm key={key} card={card} multi={side.multi} onClose={onClose} />;
      }
      case 'tasks':
        return <ArchivedTasksPanel project={project} facts={facts} onClose={onClose} />;
      case 'cards':
        return <ArchivedCardsPanel project={project} onClose={onClose} />;
      case 'labels':
        return <LabelsPanel project={project} onClose={onClose} />;
      case undefined:
        return null;
    }
  }
}

/** Fetched while nothing else happens, so that the first click on one waits for nothing. */
function loadWhenIdle(): () => void {
  const timer = setTimeout(() => {
    for (const load of Object.values(LOADERS)) void load();
  }, 2500);
  return () => clearTimeout(timer);
}
