/** Moves the item at `from` to `to`; returns the same list when nothing moves. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  if (item === undefined || from === to || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** Offset of the row at `index` while the row at `from` is dragged over `to`. Pixels. */
export function shiftOf(
  index: number,
  { from, to, height }: { readonly from: number; readonly to: number; readonly height: number },
): number {
  if (from < index && index <= to) return -height;
  if (to <= index && index < from) return height;
  return 0;
}
