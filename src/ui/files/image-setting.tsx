import { Button, Group } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useRef } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../marks/icon.ts';
import styles from './image-setting.module.css';

interface ImageSettingProps {
  readonly label: string;
  /** Address of the image; null when there is none, undefined when it is not available now. */
  readonly url: string | null | undefined;
  readonly onPick: (file: File) => void;
  readonly onRemove: () => void;
}

/** Image setting of a row that has at most one: shows, replaces and removes it at once. */
export function ImageSetting({ label, url, onPick, onRemove }: ImageSettingProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <fieldset className={styles['field']}>
      <legend className={styles['label']}>{label}</legend>
      <div className={styles['frame']}>
        {url === null || url === undefined ? (
          <IconPhoto {...ICON} size={28} />
        ) : (
          <img src={url} alt="" />
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label={label}
        onChange={(event) => {
          const [file] = Array.from(event.currentTarget.files ?? []);
          event.currentTarget.value = '';
          if (file !== undefined) onPick(file);
        }}
      />
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => input.current?.click()}>
          {url === null ? i18n.t('Choose image') : i18n.t('Change image')}
        </Button>
        {url === null ? null : (
          <Button variant="subtle" color="gray" size="xs" onClick={onRemove}>
            {i18n.t('Remove image')}
          </Button>
        )}
      </Group>
    </fieldset>
  );
}
