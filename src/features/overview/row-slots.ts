/**
 * Gives each row of a page a place to be drawn in: one that stays keeps its own, a new one takes the place of one that
 * went. Another page or filter then changes texts in rows that are there, instead of making fifty rows anew. When the
 * page itself changes under somebody's hands (`inPlace`), a new row gets a place of its own: the focus stays with its task.
 */
export function rowSlots(
  before: ReadonlyMap<string, number>,
  rows: readonly { readonly id: string }[],
  inPlace = false,
): ReadonlyMap<string, number> {
  const slots = new Map<string, number>();
  for (const { id } of rows) {
    const slot = before.get(id);
    if (slot !== undefined) slots.set(id, slot);
  }
  const taken = new Set(inPlace ? before.values() : slots.values());
  let next = 0;
  for (const { id } of rows) {
    if (slots.has(id)) continue;
    while (taken.has(next)) next += 1;
    slots.set(id, next);
    next += 1;
  }
  return slots;
}
