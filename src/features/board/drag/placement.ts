/**
 * Where a dragged row goes. Lists are ids in board order; an index is a place in the list without the moved row,
 * so that "before the row at index" and "behind all" mean the same whether or not it started in this list.
 */
export interface Placement {
  readonly id: string;
  readonly column: string;
  readonly index: number;
}

/** Places of the rows of a virtual list, rendered or not; pixels from the top of its content. */
export interface Measured {
  readonly count: number;
  readonly indexOf: (id: string) => number;
  readonly at: (index: number) => { readonly start: number; readonly size: number } | undefined;
}

/** The list as it looks with the placement applied; the same list when it does not concern this lane. */
export function withPlacement(
  ids: readonly string[],
  column: string,
  placement: Placement | undefined,
): readonly string[] {
  if (placement === undefined) return ids;
  const at = ids.indexOf(placement.id);
  if (placement.column !== column) return at === -1 ? ids : ids.toSpliced(at, 1);
  if (at === placement.index) return ids;
  const others = at === -1 ? ids : ids.toSpliced(at, 1);
  return others.toSpliced(placement.index, 0, placement.id);
}

/**
 * The index at which a tile whose top edge is at `top` goes in: behind every row whose middle it has passed. Rows are
 * compared where they would lie without the moved one, so a tile resting in its own slot stays there.
 */
export function indexAt(rows: Measured, movedId: string, top: number, gap: number): number {
  const own = rows.indexOf(movedId);
  const ownSize = own === -1 ? 0 : (rows.at(own)?.size ?? 0) + gap;
  let low = 0;
  let high = own === -1 ? rows.count : rows.count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const behindOwn = own !== -1 && middle >= own;
    const row = rows.at(behindOwn ? middle + 1 : middle);
    if (row === undefined) return low;
    const start = row.start - (behindOwn ? ownSize : 0);
    if (start + row.size / 2 < top) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface Neighbours {
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** True when the row already lies exactly there: nothing has to be written. */
  readonly unmoved: boolean;
}

/** The rows a placement lands between, rendered or not. */
export function neighboursOf(ids: readonly string[], placement: Placement): Neighbours {
  const at = ids.indexOf(placement.id);
  const others = at === -1 ? ids : ids.toSpliced(at, 1);
  return {
    before: others[placement.index - 1],
    after: others[placement.index],
    unmoved: at !== -1 && at === placement.index,
  };
}

/** The rows a placement lands between when others of the list go there with it. */
export function neighboursOfSeveral(
  ids: readonly string[],
  placement: Placement,
  together: ReadonlySet<string>,
): Pick<Neighbours, 'before' | 'after'> {
  const others = ids.filter((id) => id !== placement.id);
  const stays = (id: string) => !together.has(id);
  return {
    before: others.slice(0, placement.index).findLast(stays),
    after: others.slice(placement.index).find(stays),
  };
}

export type Step = 'up' | 'down' | 'left' | 'right';

/** The next place of a tile that is moved by arrow keys; the same placement at an edge. */
export function stepPlacement(
  placement: Placement,
  step: Step,
  columns: readonly string[],
  countOf: (column: string) => number,
): Placement {
  if (step === 'up') return { ...placement, index: Math.max(0, placement.index - 1) };
  if (step === 'down') {
    return { ...placement, index: Math.min(countOf(placement.column), placement.index + 1) };
  }
  const column = columns[columns.indexOf(placement.column) + (step === 'left' ? -1 : 1)];
  if (column === undefined) return placement;
  return { ...placement, column, index: Math.min(placement.index, countOf(column)) };
}
