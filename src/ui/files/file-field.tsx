import { ActionIcon, Button } from '@mantine/core';
import { IconFile, IconPhotoPlus, IconUpload, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { CameraButton } from '../camera/camera-button.tsx';
import classes from './file-field.module.css';
import { formatSize } from './file-format.ts';
import { LeftShot } from './left-shots.tsx';
import type { Shots } from './shots.ts';
import { ICON } from '../marks/icon.ts';
import { useFileInput } from './use-file-input.ts';

interface FileFieldProps {
  readonly label: string;
  /** Marks the label as required; the form checks the value. */
  readonly withAsterisk?: boolean;
  /** As the `accept` attribute of a file input; images and files of any kind can be photographed. */
  readonly accept?: string;
  readonly value: File | undefined;
  readonly onChange: (file: File | undefined) => void;
  /** Message for a file of another type, e.g. "Only images can be added here". */
  readonly refusal?: string;
  readonly error?: string | undefined;
  /** Where the file is kept until it is attached (decision 0114): the field offers one of an earlier visit. */
  readonly shots?: Shots;
}

/** File field of a form: chosen, dropped, pasted or photographed; the form holds the file until it is submitted. */
export function FileField(props: FileFieldProps) {
  const { label, withAsterisk, accept, value, onChange, refusal, error, shots } = props;
  const hintId = useId();
  const [rejected, setRejected] = useState(false);
  const pick = (file: File) => {
    setRejected(false);
    onChange(file);
  };
  const input = useRef<HTMLInputElement>(null);
  const files = useFileInput({ accept, onPick: pick, onRefuse: () => setRejected(true) });
  const images = accept?.startsWith('image/') === true;
  const takesPhotos = images || accept === undefined;
  const problem =
    error ?? (rejected ? (refusal ?? i18n.t('Files of this kind cannot be added')) : undefined);
  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>
        {label}
        {withAsterisk === true ? (
          <span className={classes.asterisk} aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </legend>
      <div className={classes.zone} data-over={files.isOver || undefined} {...files.dropProps}>
        <input ref={input} {...files.inputProps} aria-label={label} />
        {value === undefined ? (
          <div className={classes.empty}>
            <Button
              variant="default"
              size="xs"
              leftSection={
                images ? <IconPhotoPlus {...ICON} size={16} /> : <IconUpload {...ICON} size={16} />
              }
              aria-describedby={hintId}
              onClick={() => input.current?.click()}
            >
              {images ? i18n.t('Choose image') : i18n.t('Choose file')}
            </Button>
            {takesPhotos && (
              <CameraButton
                look="field"
                limit={1}
                {...(shots !== undefined && { shots })}
                onPhotos={([photo]) => onChange(photo)}
              />
            )}
            <span id={hintId} className={classes.hint}>
              {i18n.t('or drop it here, or paste it')}
            </span>
          </div>
        ) : (
          <Chosen file={value} onRemove={() => onChange(undefined)} />
        )}
      </div>
      {value === undefined && shots !== undefined && <LeftShot shots={shots} onAttach={onChange} />}
      <div role="alert" className={classes.error}>
        {problem}
      </div>
    </fieldset>
  );
}

interface ChosenProps {
  readonly file: File;
  readonly onRemove: () => void;
}

function Chosen({ file, onRemove }: ChosenProps) {
  const isImage = file.type.startsWith('image/');
  return (
    <div className={classes.chosen}>
      <span className={classes.thumb}>
        {isImage ? <Thumb file={file} /> : <IconFile {...ICON} />}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{file.name}</span>
        <span className={classes.hint}>{formatSize(file.size)}</span>
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={i18n.t('Remove {name}', { name: file.name })}
        onClick={onRemove}
      >
        <IconX {...ICON} />
      </ActionIcon>
    </div>
  );
}

/** Thumbnail of a file in memory; its object URL is revoked on unmount. */
function Thumb({ file }: { readonly file: File }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    if (image.current !== null) image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return <img ref={image} alt="" />;
}
