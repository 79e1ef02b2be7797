import { useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import classes from './proof-photo.module.css';

interface Props {
  /** Undefined while it is read; null when it is not on this device and not known to it. */
  readonly photo:
    | {
        readonly name: string;
        readonly url: string | undefined;
        readonly smallUrl: string | undefined;
      }
    | null
    | undefined;
}

/** Photo of a step; where its content is not available, its name and a word about that. */
export function ProofPhoto({ photo }: Props) {
  const [broken, setBroken] = useState<string>();
  if (photo === undefined) return <span className={classes['photo']} />;
  const name = photo?.name ?? i18n.t('Photo');
  const url = photo?.smallUrl ?? photo?.url;
  if (url === undefined || url === broken) {
    return (
      <span className={classes['missing']}>{i18n.t('{name} is not on this device', { name })}</span>
    );
  }
  return (
    <a className={classes['photo']} href={photo?.url ?? url} target="_blank" rel="noreferrer">
      <img src={url} alt={name} onError={() => setBroken(url)} />
    </a>
  );
}
