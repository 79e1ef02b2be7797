import { useCallback, useEffect, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { closeDevice, type DeviceProblem, openDevice } from '../media/device-stream.ts';

export type Facing = 'environment' | 'user';

type CameraState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'on'; readonly stream: MediaStream }
  | { readonly kind: 'off'; readonly problem: DeviceProblem };

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
      if (isGone) return closeDevice(opened.stream);
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
      if (stream !== undefined) closeDevice(stream);
    };
  }, [facing, key]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { ...(state?.of === key ? state.camera : STARTING), retry };
}

/** Sentence for a person whose camera cannot be used. */
export function cameraProblemText(problem: DeviceProblem): string {
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

function openCamera(facing: Facing) {
  const video = { facingMode: { ideal: facing }, width: { ideal: 2560 }, height: { ideal: 1920 } };
  return openDevice({ video, audio: false });
}
