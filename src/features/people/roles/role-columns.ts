import type { AdminColumn } from '../admin-table.tsx';

/** What a role, and whoever has it, belongs to, in words. */
interface Placed {
  readonly category: string;
  readonly level: string;
  /** Place of the level; it sorts before its name. */
  readonly order: number;
}

export function categoryColumn(width: string): AdminColumn<Placed> {
  return {
    key: 'category',
    header: 'Category',
    width,
    wideOnly: true,
    sortBy: ({ category }) => category,
    cell: ({ category }) => category,
  };
}

export function levelColumn(width: string): AdminColumn<Placed> {
  return {
    key: 'level',
    header: 'Level',
    width,
    wideOnly: true,
    sortBy: ({ order, level }) => `${String(order).padStart(4, '0')} ${level}`,
    cell: ({ level }) => level,
  };
}
