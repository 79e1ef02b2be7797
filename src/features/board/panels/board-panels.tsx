import { Suspense, useEffect } from 'react';
import type { Card } from '../../../../model/entities/card.ts';
import { loadWhenIdle } from '../../../ui/prefetch.ts';
import type { BoardData } from '../board-context.ts';
import { PARTS } from '../board-parts.ts';
import type { BoardPanel } from './board-panel.ts';

const { Component: AddTaskForm } = PARTS.addTaskForm;
const { Component: ArchivedTasksPanel } = PARTS.archivedTasks;
const { Component: ArchivedCardsPanel } = PARTS.archivedCards;
const { Component: LabelsPanel } = PARTS.labels;
const { Component: TemplatesPanel } = PARTS.templates;

interface Props {
  readonly panel: BoardPanel | undefined;
  readonly project: string;
  readonly cards: readonly Card[];
  readonly data: BoardData;
  readonly onClose: () => void;
}

/** Forms and archives, loaded on use: a board opens without them. */
export function BoardPanels({ panel, project, cards, data, onClose }: Props) {
  useEffect(() => loadWhenIdle(Object.values(PARTS)), []);
  return <Suspense>{panelOf()}</Suspense>;

  function panelOf() {
    switch (panel?.kind) {
      case 'add': {
        const card = cards.find((one) => one.id === panel.card);
        if (card === undefined) return null;
        const key = `${panel.card}:${panel.multi}`;
        return (
          <AddTaskForm
            key={key}
            card={card}
            multi={panel.multi}
            start={panel.start}
            onClose={onClose}
          />
        );
      }
      case 'tasks':
        return <ArchivedTasksPanel project={project} data={data} onClose={onClose} />;
      case 'cards':
        return <ArchivedCardsPanel project={project} onClose={onClose} />;
      case 'labels':
        return <LabelsPanel project={project} onClose={onClose} />;
      case 'templates':
        return <TemplatesPanel project={project} onClose={onClose} />;
      case undefined:
        return null;
    }
  }
}
