import { UnstyledButton } from '@mantine/core';
import { useId, useState } from 'react';
import { useAccount } from '../../../data/client.tsx';
import { useUnreceived } from '../../../data/unreceived.ts';
import { i18n } from '../../../i18n/i18n.ts';
import styles from './today.module.css';
import { Unreceived } from './unreceived.tsx';

interface TodayHeadProps {
  /** Number of snoozed tasks. */
  readonly snoozed: number;
  readonly isShowingSnoozed: boolean;
  readonly onSnoozed: () => void;
}

/** Heading of Today, with the people who lack the viewer's work: their number arrives late and moves nothing here. */
export function TodayHead(props: TodayHeadProps) {
  // What is known of one account says nothing about another.
  return <HeadOfAccount key={useAccount()?.key} {...props} />;
}

function HeadOfAccount({ snoozed, isShowingSnoozed, onSnoozed }: TodayHeadProps) {
  const unreceived = useUnreceived();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const people = unreceived?.people.length ?? 0;
  return (
    <>
      <div className={styles['head']}>
        <h2 id="home-today" className={styles['title']}>
          {i18n.t('Today')}
        </h2>
        {people > 0 ? (
          <UnstyledButton
            className={styles['link']}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {i18n.t('{count, plural, one {# person lacks changes} other {# people lack changes}}', {
              count: people,
            })}
          </UnstyledButton>
        ) : null}
        {snoozed > 0 ? (
          <UnstyledButton
            className={`${styles['link'] ?? ''} ${styles['end'] ?? ''}`}
            aria-expanded={isShowingSnoozed}
            onClick={onSnoozed}
          >
            {i18n.t('{count} snoozed', { count: snoozed })}
          </UnstyledButton>
        ) : null}
      </div>
      {unreceived !== undefined && people > 0 && isOpen ? (
        <Unreceived id={id} found={unreceived} />
      ) : null}
    </>
  );
}
