import { type RefObject, useEffect, useRef } from 'react';
import { type Detector, loadDetector } from './detector.ts';

/** Milliseconds between two looks at the picture: quick for a person, and leaves the processor time for the video. */
const INTERVAL = 120;

/** Looks for a code in the camera's picture while `isOn`; calls `onCode` with the text of each one that it sees. */
export function useScan(
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
  onCode: (text: string) => void,
): void {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async (detector: Detector) => {
      const text = await codeIn(detector, video.current);
      if (isOver) return;
      if (text !== undefined) latest.current(text);
      timer = setTimeout(() => void look(detector), INTERVAL);
    };
    void loadDetector().then(look);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [video, isOn]);
}

/** Text of a code in a photo; undefined when there is none, or the file is no picture. */
export async function codeInPhoto(file: Blob): Promise<string | undefined> {
  try {
    const detector = await loadDetector();
    const picture = await createImageBitmap(file);
    const [code] = await detector.detect(picture);
    return code?.rawValue;
  } catch {
    return undefined;
  }
}

async function codeIn(
  detector: Detector,
  video: HTMLVideoElement | null,
): Promise<string | undefined> {
  if (video === null || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined;
  try {
    const [code] = await detector.detect(video);
    return code?.rawValue;
  } catch {
    // A frame without a code, or one that was replaced while it was read.
    return undefined;
  }
}
