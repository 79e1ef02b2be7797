import { i18n } from '../../../i18n/i18n.ts';
import type { AdminColumn } from '../admin-table.tsx';

/** Category and level of a role, as text. */
interface Placed {
  readonly category: string;
  readonly level: string;
  /** Order of the level; sorts before its name. */
  readonly order: number;
}

export function categoryColumn(width: string): AdminColumn<Placed> {
  return {
    key: 'category',
    header: i18n.t('Category'),
    width,
    wideOnly: true,
    sortBy: ({ category }) => category,
    cell: ({ category }) => category,
  };
}

export function levelColumn(width: string): AdminColumn<Placed> {
  return {
    key: 'level',
    header: i18n.t('Level'),
    width,
    wideOnly: true,
    sortBy: ({ order, level }) => `${String(order).padStart(4, '0')} ${level}`,
    cell: ({ level }) => level,
  };
}
