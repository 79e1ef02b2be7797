import { useEffect, useRef, useState } from 'react';

/** Only one voice note plays at a time, in the whole page. */
const STARTED = 'cairn-voice-started';
/** Recordings of browsers do not say how long they are; a browser that jumps here finds their end. Seconds. */
const BEYOND = 1e7;

interface Playback {
  readonly isPlaying: boolean;
  /** Milliseconds. */
  readonly position: number;
  /** True when this browser cannot decode the recording. */
  readonly isBroken: boolean;
  readonly toggle: () => void;
  /** Moves to a position, also before the first play. Milliseconds. */
  readonly seek: (position: number) => void;
}

/** Plays a recording, whose bytes are loaded at the first play; undefined bytes: the person has seen why. */
export function usePlayback(load: () => Promise<Blob | undefined>): Playback {
  const audio = useRef<HTMLAudioElement>(undefined);
  const [isPlaying, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [isBroken, setBroken] = useState(false);
  const isBusy = useRef(false);
  useEffect(() => {
    const pause = (event: Event) => {
      if (!(event instanceof CustomEvent) || event.detail !== audio.current) audio.current?.pause();
    };
    window.addEventListener(STARTED, pause);
    return () => {
      window.removeEventListener(STARTED, pause);
      const node = audio.current;
      if (node === undefined) return;
      node.pause();
      URL.revokeObjectURL(node.src);
      audio.current = undefined;
    };
  }, []);
  const open = async (): Promise<HTMLAudioElement | undefined> => {
    if (audio.current !== undefined) return audio.current;
    const content = await load();
    if (content === undefined) return undefined;
    const node = await decoded(content).catch(() => undefined);
    setBroken(node === undefined);
    if (node === undefined) return undefined;
    node.addEventListener('play', () => setPlaying(true));
    node.addEventListener('pause', () => setPlaying(false));
    node.addEventListener('timeupdate', () => setPosition(node.currentTime * 1_000));
    node.addEventListener('ended', () => {
      node.currentTime = 0;
      setPosition(0);
    });
    node.currentTime = position / 1_000;
    audio.current = node;
    return node;
  };
  const toggle = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const node = await open();
      if (node === undefined) return;
      if (!node.paused) return node.pause();
      window.dispatchEvent(new CustomEvent(STARTED, { detail: node }));
      await node.play();
    } catch {
      setBroken(true);
    } finally {
      isBusy.current = false;
    }
  };
  return {
    isPlaying,
    position,
    isBroken,
    toggle: () => void toggle(),
    seek: (next) => {
      setPosition(next);
      if (audio.current !== undefined) audio.current.currentTime = next / 1_000;
    },
  };
}

/** A player that knows the length of the recording, so that it can jump in it. Rejects when it cannot be decoded. */
async function decoded(content: Blob): Promise<HTMLAudioElement> {
  const node = new Audio();
  node.preload = 'auto';
  node.src = URL.createObjectURL(content);
  try {
    await happened(node, 'loadedmetadata');
    if (!Number.isFinite(node.duration)) {
      const known = happened(node, 'seeked');
      node.currentTime = BEYOND;
      await known;
      const back = happened(node, 'seeked');
      node.currentTime = 0;
      await back;
    }
    return node;
  } catch (error) {
    URL.revokeObjectURL(node.src);
    throw error;
  }
}

async function happened(node: HTMLAudioElement, event: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    node.addEventListener(event, () => resolve(), { once: true });
    node.addEventListener('error', () => reject(new Error('The recording cannot be decoded')), {
      once: true,
    });
  });
}
