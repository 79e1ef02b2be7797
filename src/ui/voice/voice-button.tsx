import { ActionIcon, Button } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { i18n } from '../../i18n/i18n.ts';
import type { Shots } from '../files/shots.ts';
import { ICON, SMALL_ICON } from '../marks/icon.ts';
import { prefetch } from '../prefetch.ts';

const { Component: VoiceDialog } = prefetch(
  async () => (await import('./voice-dialog.tsx')).VoiceDialog,
);

interface Props {
  /** `icon`: beside a text field; `text`: among the buttons of a list of files. */
  readonly look: 'icon' | 'text';
  /** Evaluated at the click: false leaves the recorder closed. */
  readonly allowed?: () => Promise<boolean>;
  /** Where the recording is kept until it is attached. */
  readonly shots: Shots;
  readonly onNote: (note: File) => void;
}

/** Button that records a voice note. */
export function VoiceButton({ look, allowed, shots, onNote }: Props) {
  const [isOpen, setOpen] = useState(false);
  const open = async () => {
    if (allowed === undefined || (await allowed())) setOpen(true);
  };
  const label = i18n.t('Record voice note');
  return (
    <>
      {look === 'icon' ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={label}
          data-tip={label}
          onClick={() => void open()}
        >
          <IconMicrophone {...ICON} />
        </ActionIcon>
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconMicrophone {...SMALL_ICON} />}
          onClick={() => void open()}
        >
          {label}
        </Button>
      )}
      {isOpen &&
        createPortal(
          <Suspense>
            <VoiceDialog
              shots={shots}
              onDone={(note) => {
                setOpen(false);
                if (note !== undefined) onNote(note);
              }}
            />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
