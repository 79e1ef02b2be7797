import { Button } from '@mantine/core';
import { IconFile, IconMicrophone } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { controlAfter, usePassedFocus } from '../focus/use-passed-focus.ts';
import { ICON } from '../marks/icon.ts';
import { useDialogs } from '../overlays/dialogs.tsx';
import classes from './left-shots.module.css';
import type { Shots } from './shots.ts';

interface Props {
  readonly shots: Shots;
  /** Number of files that the form can take at once; undefined: all. */
  readonly limit?: number;
  /** Gets the files that are to be attached. */
  readonly onAttach: (files: readonly File[]) => void;
}

/** Thumbnails that fit beside the buttons on a phone. */
const SHOWN = 3;

/** Offers photos, recordings and files that were not attached before the tab or the form was closed. */
export function LeftShots(props: Props) {
  return props.shots.left.length === 0 ? null : <Offer {...props} />;
}

function Offer({ shots, limit, onAttach }: Props) {
  const dialogs = useDialogs();
  const section = useRef<HTMLElement>(null);
  usePassedFocus(section, controlAfter);
  const { left } = shots;
  const attach = async () => {
    const files = await shots.take(limit);
    if (files.length > 0) onAttach(files);
  };
  const discard = async () => {
    const isSure = await dialogs.confirm({
      title: discardTitle(left),
      message: i18n.t(
        '{count, plural, one {It is only on this device.} other {They are only on this device.}}',
        { count: left.length },
      ),
      confirm: i18n.t('Discard'),
      cancel: i18n.t('Keep'),
      danger: true,
    });
    if (isSure) await shots.discard(left);
  };
  return (
    <section ref={section} className={classes.left} aria-label={i18n.t('Not attached yet')}>
      <span className={classes.thumbs} aria-hidden="true">
        {left.slice(0, SHOWN).map((file) => (
          <Thumb key={`${file.name} ${file.size}`} file={file} />
        ))}
      </span>
      <span className={classes.text}>{leftText(left)}</span>
      <span className={classes.buttons}>
        <Button size="xs" onClick={() => void attach()}>
          {i18n.t('Attach')}
        </Button>
        <Button size="xs" variant="default" onClick={() => void discard()}>
          {i18n.t('Discard')}
        </Button>
      </span>
    </section>
  );
}

interface OneProps {
  readonly shots: Shots;
  readonly onAttach: (file: File | undefined) => void;
}

/** The same for a form that takes one file: the next one is offered when the form is free again. */
export function LeftShot({ shots, onAttach }: OneProps) {
  return <LeftShots shots={shots} limit={1} onAttach={([file]) => onAttach(file)} />;
}

function Thumb({ file }: { readonly file: File }) {
  const image = useRef<HTMLImageElement>(null);
  const isPicture = file.type.startsWith('image/');
  const Icon = file.type.startsWith('audio/') ? IconMicrophone : IconFile;
  useEffect(() => {
    if (!isPicture) return;
    const address = URL.createObjectURL(file);
    if (image.current !== null) image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file, isPicture]);
  return (
    <span className={classes.thumb}>
      {isPicture ? <img ref={image} alt="" /> : <Icon {...ICON} />}
    </span>
  );
}

type Kind = 'photos' | 'voice notes' | 'files';

function kindOf(files: readonly File[]): Kind {
  if (files.every(({ type }) => type.startsWith('image/'))) return 'photos';
  return files.every(({ type }) => type.startsWith('audio/')) ? 'voice notes' : 'files';
}

function leftText(files: readonly File[]): string {
  const count = files.length;
  const [first] = files;
  switch (kindOf(files)) {
    case 'photos':
      return i18n.t(
        '{count, plural, one {# photo was not attached} other {# photos were not attached}}',
        { count },
      );
    case 'voice notes':
      return i18n.t(
        '{count, plural, one {# voice note was not attached} other {# voice notes were not attached}}',
        { count },
      );
    case 'files':
      if (first !== undefined && count === 1) {
        return i18n.t('“{name}” was not attached', { name: first.name });
      }
      return i18n.t(
        '{count, plural, one {# file was not attached} other {# files were not attached}}',
        { count },
      );
  }
}

function discardTitle(files: readonly File[]): string {
  const count = files.length;
  switch (kindOf(files)) {
    case 'photos':
      return i18n.t('{count, plural, one {Discard the photo?} other {Discard # photos?}}', {
        count,
      });
    case 'voice notes':
      return i18n.t(
        '{count, plural, one {Discard the voice note?} other {Discard # voice notes?}}',
        { count },
      );
    case 'files':
      return i18n.t('{count, plural, one {Discard the file?} other {Discard # files?}}', {
        count,
      });
  }
}
