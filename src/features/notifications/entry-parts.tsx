import { formatInstant } from '../../ui/text/date-format.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import styles from './inbox.module.css';

/** Number of events of an entry, from `least` on. */
export function Count({ count, least }: { readonly count: number; readonly least: number }) {
  if (count < least) return null;
  return <span className={styles['badge']}>{count > 99 ? '99+' : count}</span>;
}

/** `at` in milliseconds. */
export function When({ at }: { readonly at: number }) {
  const now = useNow(60_000);
  const iso = new Date(at).toISOString();
  return <time dateTime={iso}>{formatInstant(iso, now)}</time>;
}
