import { Button } from '@mantine/core';
import { i18n } from '../../i18n/i18n.ts';
import classes from './removed-note.module.css';

interface RemovedNoteProps {
  /** Name of the file. */
  readonly name: string;
  readonly removed: { readonly fetch: () => void; readonly isComing: boolean };
}

/** Says that a file left this device to make room, and fetches it again. */
export function RemovedNote({ name, removed: { fetch, isComing } }: RemovedNoteProps) {
  if (isComing) {
    return (
      <output className={classes.note}>
        {i18n.t('Not on this device: it comes back when there is a connection')}
      </output>
    );
  }
  return (
    <span className={classes.note}>
      {i18n.t('Not on this device: removed to make room')}
      <Button
        size="compact-xs"
        variant="default"
        aria-label={i18n.t('Fetch {name} again', { name })}
        onClick={fetch}
      >
        {i18n.t('Fetch again')}
      </Button>
    </span>
  );
}
