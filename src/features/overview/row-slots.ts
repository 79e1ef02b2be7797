/**
 * Assigns each row of a page a slot to be rendered in: a row that stays keeps its slot, a new one reuses the
 * slot of a removed row. Another page or filter then changes texts in existing elements instead of creating
 * fifty rows. When the page changes under the person's hands (`inPlace`), a new row gets a new slot, so that
 * the focus stays with its task.
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
  const used = new Set(inPlace ? before.values() : slots.values());
  let next = 0;
  for (const { id } of rows) {
    if (slots.has(id)) continue;
    while (used.has(next)) next += 1;
    slots.set(id, next);
    next += 1;
  }
  return slots;
}
