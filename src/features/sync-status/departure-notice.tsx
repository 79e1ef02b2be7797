import { Button } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../data/client.tsx';
import type { Departure } from '../../data/departures.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { saveFile } from '../../ui/files/save-file.ts';
import styles from './departures.module.css';
import { departureMessage, unsentMessage } from './departure-messages.ts';
import { unsentCopyName } from './save-unsent-copy.ts';
import { UnsentList } from './unsent-list.tsx';

interface DepartureNoticeProps {
  readonly departure: Departure;
  /** Names the account, for a device with several people. */
  readonly isNamed: boolean;
}

/**
 * Notice about account data removed from this device: the reason, and the person's unsent text (CLIENT-10).
 * Shown until dismissed; the unsent text is deleted only by Discard.
 */
export function DepartureNotice({ departure, isNamed }: DepartureNoticeProps) {
  const client = useClient();
  const dialogs = useDialogs();
  const [isOpen, setIsOpen] = useState(false);
  const entries = departure.kept.flatMap((work) => work.entries);
  const download = async () => {
    const copy = await client.departureCopy(departure);
    saveFile(copy, unsentCopyName(copy));
  };
  const discard = async () => {
    const isSure = await dialogs.confirm({
      title: i18n.t('Discard for good?'),
      message: i18n.t(
        '{count, plural, one {This text cannot be brought back.} other {These # texts cannot be brought back.}}',
        { count: entries.length },
      ),
      confirm: i18n.t('Discard'),
      danger: true,
    });
    if (isSure) await client.discardDeparture(departure.id);
  };
  return (
    <section className={styles['notice']} aria-label={i18n.t('Data removed from this device')}>
      <output className={styles['text']}>
        {departureMessage(departure, isNamed)} {unsentMessage(departure)}
      </output>
      <div className={styles['actions']}>
        {entries.length === 0 ? (
          <Button size="xs" onClick={() => void client.discardDeparture(departure.id)}>
            {i18n.t('Understood')}
          </Button>
        ) : (
          <>
            <Button
              size="xs"
              variant="default"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? i18n.t('Hide the text') : i18n.t('Show the text')}
            </Button>
            <Button size="xs" variant="default" onClick={() => void download()}>
              {i18n.t('Download a copy')}
            </Button>
            <Button size="xs" variant="default" onClick={() => void discard()}>
              {i18n.t('Discard')}
            </Button>
          </>
        )}
      </div>
      {isOpen ? <UnsentList entries={entries} /> : null}
    </section>
  );
}
