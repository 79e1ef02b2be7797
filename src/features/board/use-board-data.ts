import { useMemo } from 'react';
import type { Card } from '../../../model/entities/card.ts';
import type { Label } from '../../../model/entities/label.ts';
import { localDay } from '../../../model/shared/dates.ts';
import { useActor } from '../../data/client.tsx';
import { useFlags } from '../../data/flags.ts';
import { useLabels } from '../../data/labels.ts';
import { usePeople } from '../../data/people.ts';
import { areTasksMissing, useProjectDetails, useProjectTasks } from '../../data/project-details.ts';
import { useEqualRows } from '../../ui/hooks/use-equal-rows.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import type { BoardData } from './board-context.ts';

/**
 * Data that every tile of a board needs besides its own row; same reference while nothing changes. Undefined
 * until all of it is read, so that tiles render once and not with each part.
 */
export function useBoardData(
  project: string,
  cards: readonly Card[],
  snapshot: readonly Label[] | undefined,
): BoardData | undefined {
  const actor = useActor();
  const people = usePeople();
  const flags = useFlags();
  const labels = useEqualRows(useLabels(project) ?? snapshot);
  const lacksTasks = areTasksMissing(useProjectTasks(project));
  const isHot = useProjectDetails(project, 'hot') === 'hot';
  const now = useNow(60_000);
  return useMemo(() => {
    if (people === undefined || flags === undefined || labels === undefined) return undefined;
    return {
      actor,
      cards,
      lacksTasks,
      isHot,
      people: new Map(people.map((person) => [person.id, person])),
      flags: new Map(flags.map((flag) => [flag.id, flag])),
      labels: new Map(labels.map((label) => [label.id, label])),
      today: localDay(now, new Date(now).getTimezoneOffset()),
      now,
    };
  }, [actor, cards, lacksTasks, isHot, people, flags, labels, now]);
}
