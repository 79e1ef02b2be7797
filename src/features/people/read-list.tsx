import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { notReadMessage } from '../../data/answer.ts';
import { useOnline } from '../../data/online.ts';
import { i18n } from '../../i18n/i18n.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { ICON } from '../../ui/marks/icon.ts';
import styles from './log-list.module.css';

interface ReadListProps<Row> {
  readonly list: readonly Row[] | undefined;
  readonly failure: unknown;
  readonly onReload: () => void;
  readonly children: (list: readonly Row[]) => ReactNode;
}

/** A list that the server alone has: rows while it loads, the reason when it cannot be read, and whether it is old. */
export function ReadList<Row>({ list, failure, onReload, children }: ReadListProps<Row>) {
  const isOnline = useOnline();
  if (list === undefined && failure === undefined) return <LoadingRows count={2} />;
  if (list === undefined) {
    return (
      <EmptyState
        icon={<IconCloudOff {...ICON} size={30} />}
        text={isOnline ? i18n.t('The list could not be read') : i18n.t('You are offline')}
        hint={
          isOnline
            ? notReadMessage(failure)
            : i18n.t(
                'This list is kept on the server only. It shows here as soon as there is a connection.',
              )
        }
        action={
          <Button variant="default" onClick={onReload}>
            {i18n.t('Try again')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      {failure === undefined ? null : (
        <output className={styles['stale']}>
          {i18n.t('This list could not be read again: it may be out of date.')}
        </output>
      )}
      {children(list)}
    </>
  );
}
