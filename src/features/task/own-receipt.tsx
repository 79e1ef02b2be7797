import { Suspense } from 'react';
import { useActor } from '../../data/client.tsx';
import { useReceipts } from '../../data/receipts.ts';
import { usePendingMark } from '../../data/sync-status.ts';
import { MARK_TEXTS } from '../../ui/marks/row-mark.tsx';
import { i18n } from '../../i18n/i18n.ts';
import { prefetch } from '../../ui/prefetch.ts';
import classes from './task-panel.module.css';

const { Component: ReceiptMark } = prefetch(
  async () => (await import('./receipt-mark.tsx')).ReceiptMark,
);

interface Props {
  readonly table: 'tasks' | 'comments' | 'subtasks' | 'task_files';
  readonly row: { readonly id: string; readonly v: number };
  /** Organisation user who wrote the row. */
  readonly author: string;
  /** The row, in the accessible name of the list of people. */
  readonly what: string;
  readonly hasLabel?: boolean;
}

/** Receipt mark of a row that the viewer has written and sent; an unsent row has its own mark, or says so with a label. */
export function OwnReceipt({ table, row, author, ...rest }: Props) {
  const me = useActor()?.orgUserId;
  const mark = usePendingMark(table, row.id);
  const { settings } = useReceipts();
  if (settings?.work !== true || me !== author) return null;
  if (mark === undefined) return null;
  if (mark !== 'none') {
    return rest.hasLabel === true ? (
      <span className={classes.unsent}>{i18n.t(MARK_TEXTS[mark])}</span>
    ) : null;
  }
  if (row.v === 0) return null;
  return (
    <Suspense>
      <ReceiptMark
        v={row.v}
        isDetail={table !== 'tasks'}
        isFile={table === 'task_files'}
        {...rest}
      />
    </Suspense>
  );
}
