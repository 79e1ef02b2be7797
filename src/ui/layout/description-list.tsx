import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import styles from './description-list.module.css';

/** Names and values, one pair a line. */
export function DescriptionList({ children }: { readonly children: ReactNode }) {
  return <dl className={styles['list']}>{children}</dl>;
}

export function Description({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles['entry']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface ProtectionProps {
  /** Undefined while the browser is asked. */
  readonly persisted: boolean | undefined;
  readonly protect: () => Promise<void>;
}

/** Whether the browser may delete what Cairn has stored, and a button that asks it not to. */
export function ProtectionDescription({ persisted, protect }: ProtectionProps) {
  return (
    <Description name={i18n.t('Protected from clean-up by the browser')}>
      {persisted === undefined ? '…' : persisted ? i18n.t('yes') : i18n.t('no')}{' '}
      {persisted === false ? (
        <Button size="compact-xs" variant="default" onClick={() => void protect()}>
          {i18n.t('Ask the browser')}
        </Button>
      ) : null}
    </Description>
  );
}
