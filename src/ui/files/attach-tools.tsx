import { CameraButton } from '../camera/camera-button.tsx';
import type { WritePlace } from '../camera/camera-dialog.tsx';
import { VoiceButton } from '../voice/voice-button.tsx';
import { AttachButton } from './attach-button.tsx';
import type { Shots } from './shots.ts';

interface Props {
  readonly shots: Shots;
  /** Undefined: photos may have no place here. */
  readonly writePlace: WritePlace | undefined;
  readonly onPick: (file: File | undefined) => void;
}

/** Buttons beside a text field that takes one file: chosen, photographed or recorded. */
export function AttachTools({ shots, writePlace, onPick }: Props) {
  return (
    <>
      <AttachButton onPick={onPick} />
      <CameraButton
        writePlace={writePlace}
        look="icon"
        limit={1}
        shots={shots}
        onPhotos={([photo]) => onPick(photo)}
      />
      <VoiceButton look="icon" shots={shots} onNote={onPick} />
    </>
  );
}
