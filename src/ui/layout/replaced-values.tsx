import { Button, Group } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { useNow } from '../hooks/use-now.ts';
import { claimOf } from '../text/claimed-time.ts';
import { formatInstant, instantInSentence } from '../text/date-format.ts';
import { formatMoment } from '../text/locale.ts';
import styles from './replaced-values.module.css';

interface Side {
  readonly who: string;
  readonly value: string;
  /** Time of the server, and of the device where that is known. */
  readonly at: string;
  readonly claimed_at: string | null;
}

interface ReplacedValue {
  readonly id: string;
  readonly field: string;
  /** Name of the row, where it is not the row on whose screen this is. */
  readonly of: string | undefined;
  readonly lost: Side;
  readonly kept: Side;
  /** Undefined when the viewer must not. */
  readonly use: (() => void) | undefined;
  readonly dismiss: (() => void) | undefined;
}

interface Props {
  readonly values: readonly ReplacedValue[];
  /** A bar above other content: it takes no more than a third of the screen. */
  readonly isBar?: boolean;
}

/** Values that somebody replaced without having seen them, with both people and both times; the two people decide. */
export function ReplacedValues({ values, isBar = false }: Props) {
  const titleId = useId();
  return (
    <section className={styles['box']} aria-labelledby={titleId} data-bar={isBar || undefined}>
      <h3 id={titleId} className={styles['title']}>
        {i18n.t('Replaced without having been seen')}
      </h3>
      <ul className={styles['list']}>
        {values.map(({ id, field, of, lost, kept, use, dismiss }) => (
          <li key={id} className={styles['item']}>
            <p className={styles['field']}>
              {field}
              {of !== undefined && <span className={styles['muted']}> · {of}</span>}
            </p>
            <Value {...lost} value={<del>{lost.value}</del>} />
            <Value {...kept} value={<ins>{kept.value}</ins>} />
            {(use !== undefined || dismiss !== undefined) && (
              <Group gap="xs">
                {use !== undefined && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    className={styles['use']}
                    onClick={use}
                  >
                    {i18n.t('Use {value}', { value: lost.value })}
                  </Button>
                )}
                {dismiss !== undefined && (
                  <Button size="compact-xs" variant="subtle" color="gray" onClick={dismiss}>
                    {i18n.t('Got it')}
                  </Button>
                )}
              </Group>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Value({
  who,
  value,
  at,
  claimed_at,
}: Omit<Side, 'value'> & { readonly value: ReactNode }) {
  const now = useNow(60_000);
  const claim = claimOf({ at, claimed_at });
  return (
    <p className={styles['value']}>
      <strong>{who}</strong> {value}{' '}
      <span className={styles['muted']}>
        <time dateTime={at} title={formatMoment(at)}>
          {formatInstant(at, now)}
        </time>
        {claim !== undefined &&
          i18n.t(", done {when} by the device's clock", {
            when: instantInSentence(claim, now),
          })}
      </span>
    </p>
  );
}
