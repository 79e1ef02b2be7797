import { Suspense, useEffect } from 'react';
import type { Card } from '../../../model/entities/card.ts';
import { loadWhenIdle } from '../../ui/load-ahead.ts';
import type { BoardFacts } from './board-context.ts';
import { PARTS } from './board-parts.ts';
import type { Side } from './side.ts';

const { Component: AddTaskForm } = PARTS.addTaskForm;
const { Component: ArchivedTasksPanel } = PARTS.archivedTasks;
const { Component: ArchivedCardsPanel } = PARTS.archivedCards;
const { Component: LabelsPanel } = PARTS.labels;

interface Props {
  readonly side: Side | undefined;
  readonly project: string;
  readonly cards: readonly Card[];
  readonly facts: BoardFacts;
  readonly onClose: () => void;
}

/** Forms and archives come when they are asked for: a board opens without them. */
export function BoardSide({ side, project, cards, facts, onClose }: Props) {
  useEffect(() => loadWhenIdle(Object.values(PARTS)), []);
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
