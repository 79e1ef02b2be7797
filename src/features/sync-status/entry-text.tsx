import type { OutboxItem } from '../../data/outbox.ts';
import { i18n } from '../../i18n/i18n.ts';
import styles from './outbox-panel.module.css';

/** Description of a change and its location; the location distinguishes two changes with the same description. */
export function EntryText({ item: { description, place } }: { readonly item: OutboxItem }) {
  const what = i18n.t(description);
  const where = place.filter((name) => !what.includes(name));
  return (
    <span className={styles['what']}>
      {what}
      {where.length === 0 ? null : <span className={styles['where']}>{where.join(' · ')}</span>}
    </span>
  );
}
