import type { OwnSession } from '../../data/own-sessions.ts';
import { i18n } from '../../i18n/i18n.ts';
import { formatSize } from '../../ui/files/file-format.ts';
import { formatMoment } from '../../ui/text/locale.ts';
import styles from './profile-page.module.css';

/** What the device of a session holds, by its own last report (HOLD-2). */
export function HeldLines({ holds }: Pick<OwnSession, 'holds'>) {
  if (holds === null) {
    return (
      <span className={styles['meta']}>
        <br />
        {i18n.t('Not known yet what it holds')}
      </span>
    );
  }
  return (
    <span className={styles['meta']}>
      <br />
      {amountOf(holds)}
      <br />
      {stateOf(holds)}
    </span>
  );
}

type Holds = NonNullable<OwnSession['holds']>;

function amountOf({ items, files, megabytes, encrypted, persistent }: Holds): string {
  return [
    i18n.t('{count, plural, one {Holds # item} other {Holds # items}}', { count: items }),
    i18n.t('{count, plural, one {# file} other {# files}}', { count: files }),
    ...(megabytes === null
      ? []
      : [i18n.t('{size} in that browser', { size: formatSize(megabytes * 1_000_000) })]),
    encrypted ? i18n.t('encrypted') : i18n.t('not encrypted'),
    persistent ? i18n.t('storage protected') : i18n.t('storage not protected'),
  ].join(' · ');
}

function stateOf({ unsent, up_to_date, until, reported_at }: Holds): string {
  return [
    up_to_date
      ? i18n.t('Up to date')
      : until === null
        ? i18n.t('Not up to date')
        : i18n.t('Has everything until {time}', { time: formatMoment(until) }),
    unsent === 0
      ? i18n.t('nothing unsent')
      : i18n.t('{count, plural, one {# item not sent} other {# items not sent}}', {
          count: unsent,
        }),
    i18n.t('reported {time}', { time: formatMoment(reported_at) }),
  ].join(' · ');
}
