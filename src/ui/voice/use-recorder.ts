import { useCallback, useEffect, useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { peaksOf } from './peaks.ts';
import { VoiceNote } from './voice-note.ts';
import { closeDevice, type DeviceProblem, openDevice } from '../media/device-stream.ts';

/** Longest recording. Milliseconds. */
export const LONGEST_MS = 10 * 60_000;
/** Time between two levels of the waveform. Milliseconds. */
const LEVEL_MS = 50;
/** Bits a second: ten minutes are 2.4 MB. */
const BIT_RATE = 32_000;
/** Seconds after which what was recorded so far is kept again. */
const KEEP_EVERY = 5;
/** What browsers record, the best first: Chromium and Firefox the first, Safari the second. */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

type State =
  | { readonly kind: 'starting' }
  | { readonly kind: 'recording'; readonly elapsedMs: number; readonly peaks: string }
  | { readonly kind: 'done'; readonly note: VoiceNote }
  | { readonly kind: 'off'; readonly problem: DeviceProblem };

export type Recorder = State & {
  /** Ends the recording. */
  readonly stop: () => void;
  /** Asks for the microphone again and begins a new recording. */
  readonly again: () => void;
};

const STARTING = { kind: 'starting' } as const;

/**
 * Records from the moment when the microphone is there, while the component is mounted. `keep` gets what was recorded
 * so far every few seconds, and the whole note at the end.
 */
export function useRecorder(keep: (note: VoiceNote) => void): Recorder {
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<{ readonly of: number; readonly state: State }>();
  const running = useRef<Running>(undefined);
  const latestKeep = useRef(keep);
  useEffect(() => {
    latestKeep.current = keep;
  });
  useEffect(() => {
    let isGone = false;
    const keepNote = (note: VoiceNote) => {
      if (!isGone) latestKeep.current(note);
    };
    const show = (state: State) => {
      if (!isGone) setShown({ of: attempt, state });
    };
    const begin = async () => {
      const opened = await openMicrophone();
      if ('problem' in opened) return show({ kind: 'off', problem: opened.problem });
      if (isGone) return closeDevice(opened.stream);
      running.current = record(opened.stream, show, keepNote);
    };
    void begin();
    return () => {
      isGone = true;
      running.current?.end();
      running.current = undefined;
    };
  }, [attempt]);
  return {
    ...(shown?.of === attempt ? shown.state : STARTING),
    stop: useCallback(() => running.current?.end(), []),
    again: useCallback(() => setAttempt((before) => before + 1), []),
  };
}

/** Sentence for a person whose microphone cannot be used. */
export function microphoneProblemText(problem: DeviceProblem): string {
  switch (problem) {
    case 'denied':
      return i18n.t(
        'Cairn may not use the microphone. Allow it in the settings of the browser for this site, then try again.',
      );
    case 'none':
      return i18n.t('This device has no microphone.');
    case 'busy':
      return i18n.t(
        'The microphone is in use by another application. Close that application, then try again.',
      );
    case 'unsupported':
      return i18n.t('This browser cannot record here. It needs an address with https.');
  }
}

interface Running {
  readonly end: () => void;
}

function record(
  stream: MediaStream,
  show: (state: State) => void,
  keep: (note: VoiceNote) => void,
): Running {
  const type = TYPES.find((one) => MediaRecorder.isTypeSupported(one));
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: BIT_RATE,
    ...(type !== undefined && { mimeType: type }),
  });
  const chunks: Blob[] = [];
  const levels: number[] = [];
  const meter = levelMeter(stream);
  const startedAt = new Date();
  const start = performance.now();
  const elapsed = () => Math.min(performance.now() - start, LONGEST_MS);
  let durationMs = 0;
  const end = () => {
    clearInterval(timer);
    if (recorder.state === 'inactive') return;
    durationMs = Math.round(elapsed());
    recorder.stop();
  };
  const timer = setInterval(() => {
    levels.push(meter.level());
    show({ kind: 'recording', elapsedMs: elapsed(), peaks: peaksOf(levels) });
    if (elapsed() >= LONGEST_MS) end();
  }, LEVEL_MS);
  const noteOf = (lengthMs: number) =>
    new VoiceNote(new Blob(chunks, { type: recorder.mimeType }), startedAt, {
      durationMs: lengthMs,
      peaks: peaksOf(levels),
    });
  recorder.addEventListener('dataavailable', ({ data }) => {
    chunks.push(data);
    const isDue = recorder.state === 'recording' && chunks.length % KEEP_EVERY === 0;
    if (isDue) keep(noteOf(Math.round(elapsed())));
  });
  recorder.addEventListener('stop', () => {
    clearInterval(timer);
    meter.close();
    closeDevice(stream);
    // The recorder also stops when the microphone is unplugged: what was recorded until then is kept.
    if (durationMs === 0) durationMs = Math.round(elapsed());
    const note = noteOf(durationMs);
    if (note.size === 0) show({ kind: 'off', problem: 'busy' });
    else {
      keep(note);
      show({ kind: 'done', note });
    }
  });
  recorder.start(1_000);
  show({ kind: 'recording', elapsedMs: 0, peaks: '0' });
  return { end };
}

/** Loudness of the last moment, 0 to 1. */
function levelMeter(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level: () => {
      analyser.getFloatTimeDomainData(samples);
      return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    },
    close: () => void context.close(),
  };
}

function openMicrophone() {
  return 'MediaRecorder' in window
    ? openDevice({ audio: true, video: false })
    : ({ problem: 'unsupported' } as const);
}
