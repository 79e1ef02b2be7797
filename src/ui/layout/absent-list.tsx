import type { ReactNode } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { PlainTable } from '../tables/plain-table.tsx';
import { formatDate } from '../text/date-format.ts';

/** Task that the server has and this device has not. */
export interface AbsentRow {
  readonly id: string;
  readonly name: ReactNode;
  /** Name of its project. */
  readonly project: string;
  readonly end_date: string | null;
}

interface AbsentListProps {
  readonly rows: readonly AbsentRow[];
  /** Today in the viewer's time zone, `YYYY-MM-DD`. */
  readonly today: string;
}

/** Table of such tasks; nothing without any. */
export function AbsentList({ rows, today }: AbsentListProps) {
  if (rows.length === 0) return null;
  return (
    <PlainTable
      label={i18n.t('Tasks that are not on this device')}
      rows={rows}
      rowKey={({ id }) => id}
      empty=""
      columns={[
        { key: 'name', header: i18n.t('Task Name'), cell: ({ name }) => name },
        { key: 'project', header: i18n.t('Project'), width: '30%', cell: ({ project }) => project },
        {
          key: 'due',
          header: i18n.t('Due Date'),
          width: '100px',
          cell: ({ end_date }) => (end_date === null ? '---' : formatDate(end_date, today)),
        },
      ]}
    />
  );
}
