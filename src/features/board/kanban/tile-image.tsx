import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { i18n } from '../../../i18n/i18n.ts';
import { useFile } from '../../../data/files.ts';
import { ProgressRing } from '../../../ui/files/progress-ring.tsx';
import classes from './tile.module.css';

/** Image area of a tile. Its height is reserved while the image loads. */
export function TileImage({ id }: { readonly id: string }) {
  const file = useFile(id);
  const [broken, setBroken] = useState<string>();
  if (file === null || (file !== undefined && file.kind !== 'image')) return null;
  const url = file?.smallUrl;
  return (
    <div className={classes.band}>
      {url !== undefined && url !== broken ? (
        <img src={url} alt="" draggable={false} onError={() => setBroken(url)} />
      ) : (
        file !== undefined && <IconPhotoOff size={18} stroke={1.5} aria-hidden />
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
