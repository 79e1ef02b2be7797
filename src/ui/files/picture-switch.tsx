import { i18n } from '../../i18n/i18n.ts';
import classes from './picture-switch.module.css';

interface Props {
  /** Ids of the pictures in order, with their names. */
  readonly pictures: readonly (readonly [id: string, name: string])[];
  readonly shown: string;
  readonly onShow: (id: string) => void;
}

/** Switch between a picture and its drawings, which are shown in the same place. */
export function PictureSwitch({ pictures, shown, onShow }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot shrink below its content
    <div role="group" aria-label={i18n.t('Picture shown')} className={classes['switch']}>
      {pictures.map(([id, name]) => (
        <button
          key={id}
          type="button"
          className={classes['choice']}
          aria-pressed={id === shown}
          onClick={() => onShow(id)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
