import { IconChartBar } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Project } from '../../../model/entities/project.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useArchivedCards, useBoardCards } from '../../data/cards.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ICON } from '../../ui/marks/icon.ts';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import type { Bar } from './bar-table.tsx';
import { Charts } from './charts.tsx';
import type { Share } from './figures.ts';
import { useFigures, useTasksOf } from './use-figures.ts';

/** The live figures of one project. */
export function ProjectCharts({ project }: { readonly project: Project }) {
  const figures = useFigures(useTasksOf(project.id));
  const bars = useCardBars(project.id, figures?.byCard ?? NOTHING);
  if (figures === undefined || bars === undefined) return <LoadingRows />;
  if (figures.total === 0) {
    return (
      <EmptyState
        icon={<IconChartBar {...ICON} size={30} />}
        text={i18n.t('No Data')}
        hint={i18n.t('Figures appear with the first task.')}
      />
    );
  }
  return (
    <Charts
      figures={figures}
      breakdown={{ title: i18n.t('Tasks by card'), of: i18n.t('Card'), bars }}
    />
  );
}

const NOTHING: readonly Share[] = [];

/** Ordered as on the board, archived columns last; undefined while the cards are read. */
function useCardBars(project: string, shares: readonly Share[]): readonly Bar[] | undefined {
  const cards = useBoardCards(project);
  const archived = useArchivedCards(project);
  return useMemo(() => {
    if (cards === undefined || archived === undefined) return undefined;
    const counts = new Map(shares.map(({ key, count }) => [key, count]));
    const gone = archived.filter(({ card }) => (counts.get(card.id) ?? 0) > 0);
    return [
      ...cards.map(({ id, name }) => ({
        key: id,
        label: name,
        count: counts.get(id) ?? 0,
      })),
      ...gone.map(({ card }) => ({
        key: card.id,
        label: i18n.t('{name} (archived)', { name: card.name }),
        count: counts.get(card.id) ?? 0,
      })),
    ];
  }, [shares, cards, archived]);
}
