import { useCallback, useState } from 'react';
import { i18n } from '../../../i18n/i18n.ts';
import { AbsentPicture } from '../../../data/absent-picture.tsx';
import { useFile } from '../../../data/files.ts';
import { ProgressRing } from '../../../ui/files/progress-ring.tsx';
import classes from './tile.module.css';

/** Image area of a tile. Its height is reserved while the image loads. */
export function TileImage({ id }: { readonly id: string }) {
  const file = useFile(id);
  const [broken, setBroken] = useState<string>();
  const tryAgain = useCallback(() => setBroken(undefined), []);
  if (file === null || (file !== undefined && file.kind !== 'image')) return null;
  const url = file?.smallUrl;
  return (
    <div className={classes.band}>
      {url !== undefined && url !== broken ? (
        <img src={url} alt="" draggable={false} onError={() => setBroken(url)} />
      ) : (
        file !== undefined && <AbsentPicture onOnline={tryAgain} />
      )}
      {file?.progress !== undefined && (
        <span className={classes.sending}>
          <ProgressRing
            value={file.progress}
            label={i18n.t('Uploading {name}', { name: file.name })}
          />
        </span>
      )}
    </div>
  );
}
