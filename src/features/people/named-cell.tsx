import { UnstyledButton } from '@mantine/core';
import { usePendingMark } from '../../data/sync-status.ts';
import { RowMark } from '../../ui/marks/row-mark.tsx';
import styles from './organization-page.module.css';

interface NamedCellProps {
  readonly table: string;
  readonly id: string;
  readonly name: string;
  /** Text of columns that are hidden on narrow screens. */
  readonly under?: string;
  readonly onOpen: () => void;
}

/** Name that opens the row's form, with the mark of unsent changes. */
export function NamedCell({ table, id, name, under, onOpen }: NamedCellProps) {
  const mark = usePendingMark(table, id);
  return (
    <span className={styles['words']}>
      <span className={styles['name']}>
        <UnstyledButton className={styles['open']} onClick={onOpen}>
          {name}
        </UnstyledButton>
        <RowMark mark={mark} />
      </span>
      {under === undefined ? null : <span className={styles['under']}>{under}</span>}
    </span>
  );
}
