import { i18n } from '../../i18n/i18n.ts';
import classes from './signature-mark.module.css';

interface Props {
  /** Path data in a box of 400 by 150; null without a drawn signature. */
  readonly path: string | null;
  /** Name typed in its place; null without one. */
  readonly typed: string | null;
}

/** A signature: as it was drawn, or the typed name, which is named as typed. */
export function SignatureMark({ path, typed }: Props) {
  return (
    <>
      {path !== null && (
        <svg
          className={classes['drawn']}
          viewBox="0 0 400 150"
          role="img"
          aria-label={i18n.t('Drawn signature')}
        >
          <path d={path} />
        </svg>
      )}
      {typed !== null && (
        <span className={classes['typed']}>
          {i18n.t('Signed by typing the name: {name}', { name: typed })}
        </span>
      )}
    </>
  );
}
