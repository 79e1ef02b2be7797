import { formatInstant } from '../../ui/text/date-format.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import styles from './inbox.module.css';

/** Number of events of an entry, from `least` on. */
export function Count({ count, least }: { readonly count: number; readonly least: number }) {
  if (count < least) return null;
  return <span className={styles['badge']}>{count > 99 ? '99+' : count}</span>;
}

export function When({ at }: { readonly at: string }) {
  const now = useNow(60_000);
  return <time dateTime={at}>{formatInstant(at, now, new Date(now).getTimezoneOffset())}</time>;
}
