import { useCallback, useEffect, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';

export type CameraProblem = 'denied' | 'none' | 'busy' | 'unsupported';
export type Facing = 'environment' | 'user';

type CameraState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'on'; readonly stream: MediaStream }
  | { readonly kind: 'off'; readonly problem: CameraProblem };

export type Camera = CameraState & {
  /** Asks for the camera again, e.g. after the person has allowed it. */
  readonly retry: () => void;
};

const STARTING = { kind: 'starting' } as const;

/** The camera on the given side, or any other one, while the component is mounted. */
export function useCamera(facing: Facing): Camera {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ readonly of: string; readonly camera: CameraState }>();
  const key = `${facing} ${attempt}`;
  useEffect(() => {
    let isGone = false;
    let stream: MediaStream | undefined;
    const show = (camera: CameraState) => {
      if (!isGone) setState({ of: key, camera });
    };
    const start = async () => {
      const opened = await openCamera(facing);
      if ('problem' in opened) return show({ kind: 'off', problem: opened.problem });
      if (isGone) return stop(opened.stream);
      stream = opened.stream;
      // Another application took it, or it was unplugged.
      for (const track of stream.getTracks()) {
        track.addEventListener('ended', () => show({ kind: 'off', problem: 'busy' }));
      }
      return show({ kind: 'on', stream });
    };
    void start();
    return () => {
      isGone = true;
      if (stream !== undefined) stop(stream);
    };
  }, [facing, key]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { ...(state?.of === key ? state.camera : STARTING), retry };
}

/** Sentence for a person whose camera cannot be used. */
export function cameraProblemText(problem: CameraProblem): string {
  switch (problem) {
    case 'denied':
      return i18n.t(
        'Cairn may not use the camera. Allow it in the settings of the browser for this site, then try again.',
      );
    case 'none':
      return i18n.t('This device has no camera.');
    case 'busy':
      return i18n.t(
        'The camera is in use by another application. Close that application, then try again.',
      );
    case 'unsupported':
      return i18n.t('This browser gives Cairn no camera here. It needs an address with https.');
  }
}

async function openCamera(
  facing: Facing,
): Promise<{ readonly stream: MediaStream } | { readonly problem: CameraProblem }> {
  // Without TLS browsers leave it out, whatever their types say.
  const devices: MediaDevices | undefined = Reflect.get(navigator, 'mediaDevices');
  if (devices === undefined) return { problem: 'unsupported' };
  try {
    const video = {
      facingMode: { ideal: facing },
      width: { ideal: 2560 },
      height: { ideal: 1920 },
    };
    return { stream: await devices.getUserMedia({ video, audio: false }) };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

function problemOf(error: unknown): CameraProblem {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none';
    default:
      return 'busy';
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
