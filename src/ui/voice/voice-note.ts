/**
 * A recorded voice note with its length and its waveform (`peaks.ts`). It is attached like any file;
 * sync/store/attach-file.ts stores both with it.
 */
export class VoiceNote extends File {
  readonly durationMs: number;
  readonly peaks: string;

  constructor(
    content: Blob,
    at: Date,
    { durationMs, peaks }: { readonly durationMs: number; readonly peaks: string },
  ) {
    super([content], nameAt(at, content.type), { type: content.type, lastModified: at.getTime() });
    this.durationMs = durationMs;
    this.peaks = peaks;
  }
}

/** `Voice note 2026-11-27 19.40.05.webm`, by the local time, so that names sort by the time of the recording. */
function nameAt(at: Date, type: string): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('.');
  return `Voice note ${day} ${time}.${extensionOf(type)}`;
}

function extensionOf(type: string): string {
  if (type.startsWith('audio/mp4')) return 'm4a';
  return type.startsWith('audio/ogg') ? 'ogg' : 'webm';
}
