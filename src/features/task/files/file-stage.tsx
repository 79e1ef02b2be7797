import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { type ShownFile, useFileBytes } from '../../../data/files.ts';
import { useTimesOnline } from '../../../data/times-online.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { formatSize } from '../../../ui/files/file-format.ts';
import { VoicePlayer } from '../../../ui/voice/voice-player.tsx';
import { ICON } from '../../../ui/marks/icon.ts';
import { isFilm, TypeMark } from './file-thumb.tsx';
import classes from './file-gallery.module.css';

/** Addresses that did not load since the device came online. */
interface Failed {
  readonly times: number;
  readonly urls: readonly string[];
}

/** A file at the largest size that fits; without its bytes its preview, or a sentence that says so. */
export function FileStage({ file }: { readonly file: ShownFile | null | undefined }) {
  const times = useTimesOnline();
  const [failed, setFailed] = useState<Failed>({ times, urls: [] });
  const missing = failed.times === times ? failed.urls : [];
  if (file === undefined) return null;
  if (file === null) return <Missing text={i18n.t('This file is not on this device yet.')} />;
  if (file.waitsFor !== undefined) {
    const text =
      file.waitsFor === ''
        ? i18n.t('This file is still being uploaded from another device.')
        : i18n.t("This file is still being uploaded from {person}'s device.", {
            person: file.waitsFor,
          });
    return <Missing text={text} />;
  }
  if (file.kind !== 'image') return <OtherFile file={file} />;
  const url = [file.url, file.smallUrl].find((one) => one !== undefined && !missing.includes(one));
  const fail = () => url !== undefined && setFailed({ times, urls: [...missing, url] });
  // The address of a file on this device is read with its bytes.
  if (file.url === undefined) return null;
  if (url === undefined || (isFilm(file) && missing.length > 0)) {
    return (
      <Missing text={i18n.t('This file is not on this device. It shows when you are online.')} />
    );
  }
  if (isFilm(file)) {
    return (
      // Recordings of the organisation's own members: no captions exist.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video className={classes.film} src={url} controls preload="metadata" onError={fail} />
    );
  }
  return (
    <>
      <img className={classes.picture} src={url} alt={file.name} onError={fail} />
      {missing.length > 0 && (
        <p className={classes.preview}>
          {i18n.t(
            'Only the preview is on this device. The picture shows in full when you are online.',
          )}
        </p>
      )}
    </>
  );
}

function OtherFile({ file }: { readonly file: ShownFile }) {
  const bytesOf = useFileBytes();
  if (file.voice !== null) {
    return (
      <div className={classes.voice}>
        <VoicePlayer name={file.name} {...file.voice} load={async () => await bytesOf(file)} />
      </div>
    );
  }
  return (
    <div className={classes.other}>
      <TypeMark file={file} />
      <span className={classes.otherName}>{file.name}</span>
      <span>{formatSize(file.size)}</span>
    </div>
  );
}

function Missing({ text }: { readonly text: string }) {
  return (
    <output className={classes.missing}>
      <IconPhotoOff {...ICON} size={28} />
      {text}
    </output>
  );
}
