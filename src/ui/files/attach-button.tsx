import { ActionIcon } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useRef } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../marks/icon.ts';
import { useFileInput } from './use-file-input.ts';

interface AttachButtonProps {
  readonly label?: string;
  readonly accept?: string;
  readonly disabled?: boolean;
  readonly onPick: (file: File) => void;
}

/** Paper clip button beside a text field: opens the system's file dialog. */
export function AttachButton(props: AttachButtonProps) {
  const { label = i18n.t('Attach a file'), accept, disabled = false, onPick } = props;
  const input = useRef<HTMLInputElement>(null);
  const files = useFileInput({ accept, onPick });
  return (
    <>
      <input ref={input} {...files.inputProps} aria-label={label} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
        data-tip={label}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <IconPaperclip {...ICON} />
      </ActionIcon>
    </>
  );
}
