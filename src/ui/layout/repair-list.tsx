import { i18n } from '../../i18n/i18n.ts';
import { formatMoment } from '../text/locale.ts';
import styles from './repair-list.module.css';

interface Repair {
  readonly scope: string;
  /** Milliseconds by the device's clock. */
  readonly at: number;
  /** Numbers of rows. */
  readonly missing: number;
  readonly extra: number;
  readonly old: number;
  readonly damaged: number;
}

interface RepairListProps {
  /** Newest first. */
  readonly repairs: readonly Repair[];
  readonly nameOf: (scope: string) => string;
}

/** What a comparison with the server has repaired on this device. */
export function RepairList({ repairs, nameOf }: RepairListProps) {
  return (
    <>
      <h3 className={styles['title']}>{i18n.t('Replaced by the server’s data')}</h3>
      <ul className={styles['list']}>
        {repairs.map((repair) => (
          <li key={`${repair.scope} ${String(repair.at)}`}>
            {i18n.t(
              '{time}, {scope}: {missing} missing, {extra} left over, {old} old, {damaged} damaged',
              {
                time: formatMoment(repair.at),
                scope: nameOf(repair.scope),
                missing: repair.missing,
                extra: repair.extra,
                old: repair.old,
                damaged: repair.damaged,
              },
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
