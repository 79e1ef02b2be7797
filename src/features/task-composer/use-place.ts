import { useState } from 'react';
import { useBoardCards } from '../../data/cards.ts';
import { useAccount } from '../../data/client.tsx';
import { useProjects } from '../../data/projects.ts';
import { type RememberedPlace, readPlace, rememberPlace } from './remembered-choices.ts';

/**
 * Project and card of a new task: the chosen ones, else those on the screen, else those of the last task that
 * was added from here, else the first.
 */
export function usePlace(slug: string | undefined) {
  const account = useAccount();
  const projects = useProjects();
  const [chosen, choose] = useState<RememberedPlace>();
  const [last] = useState(() => (account === undefined ? {} : readPlace(account.key)));
  const wanted = chosen ?? last;
  const isOf = (id: string | undefined) => projects?.find((project) => project.id === id);
  const onScreen = projects?.find((project) => project.slug === slug);
  const project =
    (chosen === undefined ? onScreen : undefined) ?? isOf(wanted.project) ?? projects?.[0];
  const cards = useBoardCards(project?.id);
  const card = cards?.find(({ id }) => id === wanted.card) ?? cards?.[0];
  return {
    projects,
    project,
    cards,
    card,
    /** Identifies the choice, also while its cards are read. */
    choice: project === undefined ? undefined : `${project.id}:${wanted.card ?? ''}`,
    choose,
    /** For the next task from any screen. */
    remember: () => {
      if (account !== undefined) {
        rememberPlace(account.key, { project: project?.id, card: card?.id });
      }
    },
  };
}
