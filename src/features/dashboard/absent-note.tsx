import { Button } from '@mantine/core';
import type { AbsentFigures } from '../../data/summary-tasks.ts';
import { i18n } from '../../i18n/i18n.ts';
import styles from './dashboard.module.css';

/** Says which part of the figures is the server's, or that it is missing. */
export function AbsentNote({ absent }: { readonly absent: AbsentFigures }) {
  const { projects, state, again } = absent;
  if (projects === 0) return null;
  return (
    <div className={styles['absent']}>
      <output>{lineOf(absent)}</output>
      {state === 'failed' ? (
        <Button size="compact-sm" variant="default" onClick={again}>
          {i18n.t('Try again')}
        </Button>
      ) : null}
    </div>
  );
}

function lineOf({ projects, state }: AbsentFigures): string {
  switch (state) {
    case 'here':
      return i18n.t(
        '{projects, plural, one {Tasks of # project are not on this device; its figures are from the server.} other {Tasks of # projects are not on this device; their figures are from the server.}}',
        { projects },
      );
    case 'asked':
      return i18n.t(
        '{projects, plural, one {Tasks of # project are not on this device; the server is being asked. The figures are not complete yet.} other {Tasks of # projects are not on this device; the server is being asked. The figures are not complete yet.}}',
        { projects },
      );
    case 'offline':
    case 'failed':
      return i18n.t(
        '{projects, plural, one {Tasks of # project are not on this device, and the server does not answer: the figures lack them.} other {Tasks of # projects are not on this device, and the server does not answer: the figures lack them.}}',
        { projects },
      );
  }
}
