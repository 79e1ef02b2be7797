import { IconFile, IconFileTypePdf, IconMicrophone } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { ICON } from '../../../ui/marks/icon.ts';
import { clockOf } from '../../../ui/voice/peaks.ts';
import { Waveform } from '../../../ui/voice/waveform.tsx';
import { AbsentPicture } from '../../../data/absent-picture.tsx';
import type { ShownFile } from '../../../data/files.ts';
import classes from './task-files.module.css';

/** Preview of a file: the image, else an icon of its type; `file` is undefined while it is read. */
export function FileThumb({ file }: { readonly file: ShownFile | undefined }) {
  const [broken, setBroken] = useState<string>();
  const tryAgain = useCallback(() => setBroken(undefined), []);
  const url = file?.smallUrl;
  const isPicture = file?.kind === 'image' && !isFilm(file);
  if (file !== undefined && isPicture && url !== undefined && url !== broken) {
    return (
      <span className={classes.thumb}>
        <img src={url} alt="" loading="lazy" draggable={false} onError={() => setBroken(url)} />
      </span>
    );
  }
  return (
    <span className={classes.thumb}>
      {file !== undefined &&
        (isPicture ? <AbsentPicture onOnline={tryAgain} /> : <TypeMark file={file} />)}
    </span>
  );
}

/** Icon of a file that is no picture, with its extension. */
export function TypeMark({ file }: { readonly file: ShownFile }) {
  if (file.voice !== null) {
    return (
      <span className={classes.voice}>
        <Waveform peaks={file.voice.peaks} />
        <span className={classes.length}>
          <IconMicrophone {...ICON} size={16} />
          {clockOf(file.voice.durationMs)}
        </span>
      </span>
    );
  }
  const at = file.name.lastIndexOf('.');
  const extension = at === -1 ? '' : file.name.slice(at + 1);
  const big = { ...ICON, size: 28 };
  return (
    <span className={classes.type}>
      {file.kind === 'pdf' ? <IconFileTypePdf {...big} /> : <IconFile {...big} />}
      {file.kind !== 'pdf' && extension.length <= 5 && extension.toUpperCase()}
    </span>
  );
}

export function isFilm({ mediaType }: Pick<ShownFile, 'mediaType'>): boolean {
  return mediaType.startsWith('video/');
}
