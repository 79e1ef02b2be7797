import { Button } from '@mantine/core';
import { i18n, message } from '../../i18n/i18n.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';

interface Props {
  /** Last known name of the board; undefined when it was never shown. */
  readonly lost: string | undefined;
  readonly onHome: () => void;
}

/** Reason why there is no board at this address. */
export function MissingBoard({ lost, onHome }: Props) {
  return (
    <EmptyState
      text={
        lost === undefined
          ? i18n.t('This board is not on this device')
          : i18n.t('You no longer have access to "{name}"', { name: lost })
      }
      hint={i18n.t(lost === undefined ? NOT_HERE : LOST)}
      action={<Button onClick={onHome}>{i18n.t('Go to Home')}</Button>}
    />
  );
}

const NOT_HERE = message(
  'Either there is no such project, you have no access to it, or it has not been downloaded yet.',
);
const LOST = message(
  'You are not a member of this project any more, or it was removed. Changes of yours that were not sent are kept: the sync state at the top says when they need attention.',
);
