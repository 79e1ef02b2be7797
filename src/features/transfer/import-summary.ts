import type { ImportWork } from '../../data/import.ts';
import type { ImportGroup } from './import-group.ts';
import type { ImportPlan } from './import-plan.ts';

/** Counts of the preview. */
export interface Summary {
  readonly lines: readonly {
    readonly what: ImportGroup['what'];
    readonly count: number;
    /** Imported earlier. */
    readonly known: number;
  }[];
  /** Groups that remain to be written. */
  readonly fresh: number;
  readonly freshTasks: number;
}

/** Part of a plan that is on this device already. */
export interface Here {
  /** Ids of the rows that the groups create, including archived ones. */
  readonly known: ReadonlySet<string>;
  /** Active columns of the project. */
  readonly cards: readonly { readonly id: string }[];
}

export function summaryOf({ groups }: ImportPlan, here: Here): Summary {
  const isDone = doneBy(here);
  const fresh = groups.filter((group) => !isDone(group));
  return {
    lines: [...Map.groupBy(groups, ({ what }) => what)].map(([what, all]) => ({
      what,
      count: all.length,
      known: all.filter(isDone).length,
    })),
    fresh: fresh.length,
    freshTasks: fresh.filter(({ what }) => what === 'tasks').length,
  };
}

/** Work that remains. Columns are archived at the end, including those that an interrupted import has left active. */
export function workOf({ project, groups }: ImportPlan, here: Here): ImportWork {
  const isDone = doneBy(here);
  const changesOf = (some: readonly ImportGroup[]) => some.map(({ changes }) => changes);
  return {
    project,
    groups: changesOf(groups.filter((group) => !isEnding(group))),
    endings: changesOf(groups.filter((group) => isEnding(group) && !isDone(group))),
  };
}

function doneBy({ known, cards }: Here): (group: ImportGroup) => boolean {
  const active = new Set(cards.map(({ id }) => id));
  return (group) => {
    const id = group.changes[0]?.refs[0]?.id ?? '';
    return known.has(id) && !(isEnding(group) && active.has(id));
  };
}

function isEnding({ what }: ImportGroup): boolean {
  return what === 'archived cards';
}
