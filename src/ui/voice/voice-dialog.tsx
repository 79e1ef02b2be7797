import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconMicrophoneOff, IconPlayerStopFilled, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { useFocusInside } from '../focus/use-focus-inside.ts';
import type { Shots } from '../files/shots.ts';
import { ICON, SMALL_ICON } from '../marks/icon.ts';
import { useDialogs } from '../overlays/dialogs.tsx';
import { useModal } from '../overlays/use-modal.ts';
import { clockOf } from './peaks.ts';
import { useKeptNote } from './use-kept-note.ts';
import { LONGEST_MS, microphoneProblemText, type Recorder, useRecorder } from './use-recorder.ts';
import type { VoiceNote } from './voice-note.ts';
import { VoicePlayer } from './voice-player.tsx';
import { Waveform } from './waveform.tsx';
import styles from './voice.module.css';

interface Props {
  /** Where the recording is kept until it is attached. */
  readonly shots: Shots;
  /** The note to attach; undefined when the person gave it up. */
  readonly onDone: (note: VoiceNote | undefined) => void;
}

/** Records at once; then the note can be heard, recorded again, and attached. */
export function VoiceDialog({ shots, onDone }: Props) {
  const dialogs = useDialogs();
  const kept = useKeptNote(shots);
  const recorder = useRecorder(kept.keep);
  const hasSound = recorder.kind === 'recording' || recorder.kind === 'done';
  const close = async () => {
    const isSure =
      !hasSound ||
      (await dialogs.confirm({
        title: i18n.t('Discard the voice note?'),
        message: i18n.t('It has not been attached yet.'),
        confirm: i18n.t('Discard'),
        cancel: i18n.t('Keep it'),
        danger: true,
      }));
    if (!isSure) return;
    await kept.discard();
    onDone(undefined);
  };
  const dialog = useModal(() => void close());
  useFocusInside(dialog);
  const titleId = useId();
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={titleId}
      tabIndex={-1}
      data-own-escape
    >
      <div className={styles['head']}>
        <h2 id={titleId} className={styles['title']}>
          {i18n.t('Voice note')}
        </h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={i18n.t('Close')}
          onClick={() => void close()}
        >
          <IconX {...ICON} />
        </ActionIcon>
      </div>
      <Content
        recorder={{
          ...recorder,
          again: () => {
            void kept.discard();
            recorder.again();
          },
        }}
        onAttach={(note) => void kept.settled(note).then(() => onDone(note))}
      />
      {kept.problem !== undefined && (
        <div role="alert" className={styles['problem']}>
          {kept.problem}
        </div>
      )}
    </dialog>
  );
}

interface ContentProps {
  readonly recorder: Recorder;
  readonly onAttach: (note: VoiceNote) => void;
}

function Content({ recorder, onAttach }: ContentProps) {
  switch (recorder.kind) {
    case 'starting':
      return (
        <div className={styles['stage']}>
          <Loader size="sm" />
          <p>{i18n.t('The browser may ask for the microphone.')}</p>
        </div>
      );
    case 'off':
      return (
        <div className={styles['stage']} role="alert">
          <IconMicrophoneOff {...ICON} size={28} />
          <p>{microphoneProblemText(recorder.problem)}</p>
          <Button variant="default" onClick={recorder.again}>
            {i18n.t('Try again')}
          </Button>
        </div>
      );
    case 'recording':
      return (
        <>
          <div className={styles['live']}>
            <span className={styles['dot']} aria-hidden="true" />
            <span className={styles['time']} role="timer" aria-label={i18n.t('Recorded time')}>
              {clockOf(recorder.elapsedMs)}
            </span>
            <div className={styles['track']}>
              <Waveform peaks={recorder.peaks} played={1} />
            </div>
          </div>
          <div className={styles['foot']}>
            <span className={styles['limit']}>
              {i18n.t('At most {time}', { time: clockOf(LONGEST_MS) })}
            </span>
            <Button
              data-autofocus
              leftSection={<IconPlayerStopFilled {...SMALL_ICON} />}
              onClick={recorder.stop}
            >
              {i18n.t('Stop')}
            </Button>
          </div>
        </>
      );
    case 'done':
      return (
        <>
          <VoicePlayer
            name={i18n.t('voice note')}
            durationMs={recorder.note.durationMs}
            peaks={recorder.note.peaks}
            load={async () => recorder.note}
          />
          <div className={styles['foot']}>
            <Button variant="subtle" color="gray" onClick={recorder.again}>
              {i18n.t('Record again')}
            </Button>
            <Button data-autofocus onClick={() => onAttach(recorder.note)}>
              {i18n.t('Attach')}
            </Button>
          </div>
        </>
      );
  }
}
