import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { Answer } from '../../ui/forms/answer.tsx';
import { notReadMessage } from '../../data/answer.ts';

interface ListedProps<Row> {
  readonly list: readonly Row[] | undefined;
  readonly failure: unknown;
  readonly onReload: () => void;
  readonly children: (list: readonly Row[]) => ReactNode;
}

/** A list of the server: rows while it loads, the reason and a button when it cannot be read. */
export function Listed<Row>({ list, failure, onReload, children }: ListedProps<Row>) {
  if (list !== undefined) return children(list);
  if (failure === undefined) return <LoadingRows count={1} />;
  return (
    <>
      <Answer error={notReadMessage(failure)} />
      <Button variant="default" size="xs" onClick={onReload}>
        {i18n.t('Try again')}
      </Button>
    </>
  );
}
