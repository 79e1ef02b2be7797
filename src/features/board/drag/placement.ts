/**
 * Target position of a dragged row. Lists are ids in board order; an index refers to the list without the
 * moved row, so that "before the row at index" and "behind all" have the same meaning in its own column and
 * in another.
 */
export interface Placement {
  readonly id: string;
  readonly column: string;
  readonly index: number;
}

/** Positions of the rows of a virtual list, rendered or not. Pixels from the top of its content. */
export interface Measured {
  readonly count: number;
  readonly indexOf: (id: string) => number;
  readonly at: (index: number) => { readonly start: number; readonly size: number } | undefined;
}

/** List with the placement applied; the same list when the placement belongs to another column. */
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
 * Index at which a tile with its top edge at `top` is inserted: after every row whose middle it has passed.
 * Rows are measured without the moved one, so that a tile in its own slot stays there.
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
  /** True when the row is already in this position: nothing has to be written. */
  readonly unmoved: boolean;
}

/** Neighbours of a placement, rendered or not. */
export function neighboursOf(ids: readonly string[], placement: Placement): Neighbours {
  const at = ids.indexOf(placement.id);
  const others = at === -1 ? ids : ids.toSpliced(at, 1);
  return {
    before: others[placement.index - 1],
    after: others[placement.index],
    unmoved: at !== -1 && at === placement.index,
  };
}

/** Neighbours of a placement when other rows of the list move with the dragged one. */
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

/** Next placement of a tile that is moved by arrow keys; the same placement at an edge. */
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
