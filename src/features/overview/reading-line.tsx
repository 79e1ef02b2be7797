import { i18n } from '../../i18n/i18n.ts';
import styles from './overview.module.css';

/** Progress line below a page that is still being read. Shown after a delay: most devices have finished by then. */
export function ReadingLine({ share }: { readonly share: number | undefined }) {
  return (
    <div className={styles['reading']}>
      <progress
        className={styles['share']}
        max={1}
        value={share ?? 0}
        aria-label={i18n.t('Reading tasks')}
      />
      <span>{i18n.t('Looking through all tasks… {share}', { share: percent(share ?? 0) })}</span>
    </div>
  );
}

export function percent(share: number): string {
  return `${String(Math.floor(share * 100))} %`;
}
