import { ActionIcon } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../marks/icon.ts';
import { clockOf } from './peaks.ts';
import { usePlayback } from './use-playback.ts';
import { Waveform } from './waveform.tsx';
import styles from './voice.module.css';

interface Props {
  readonly name: string;
  /** Milliseconds. */
  readonly durationMs: number;
  readonly peaks: string;
  /** The recording; undefined: it is not available now, and the person has seen why. */
  readonly load: () => Promise<Blob | undefined>;
}

/** Step of the arrow keys. Milliseconds. */
const STEP = 1_000;

/** Voice note with its waveform: play and pause, a jump to any place, and its length. */
export function VoicePlayer({ name, durationMs, peaks, load }: Props) {
  const { isPlaying, position, isBroken, toggle, seek } = usePlayback(load);
  const at = Math.min(position, durationMs);
  return (
    <div className={styles['player']}>
      <ActionIcon
        variant="filled"
        radius="50%"
        size={36}
        aria-label={isPlaying ? i18n.t('Pause {name}', { name }) : i18n.t('Play {name}', { name })}
        onClick={toggle}
      >
        {isPlaying ? (
          <IconPlayerPauseFilled {...SMALL_ICON} />
        ) : (
          <IconPlayerPlayFilled {...SMALL_ICON} />
        )}
      </ActionIcon>
      <div className={styles['track']}>
        <Waveform peaks={peaks} played={at / durationMs} />
        <input
          className={styles['seek']}
          type="range"
          min={0}
          max={durationMs}
          step={STEP / 10}
          value={at}
          aria-label={i18n.t('Position in {name}', { name })}
          aria-valuetext={i18n.t('{position} of {duration}', {
            position: clockOf(at),
            duration: clockOf(durationMs),
          })}
          onChange={(event) => seek(event.currentTarget.valueAsNumber)}
          onKeyDown={(event) => {
            const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
            if (event.key === ' ') toggle();
            else if (by !== undefined) seek(Math.min(Math.max(at + by, 0), durationMs));
            else return;
            event.preventDefault();
          }}
        />
      </div>
      <span className={styles['time']}>{clockOf(at > 0 ? at : durationMs)}</span>
      {isBroken && (
        <p className={styles['broken']} role="alert">
          {i18n.t('This browser cannot play the recording. Download it instead.')}
        </p>
      )}
    </div>
  );
}
