import { i18n } from '../../i18n/i18n.ts';

/**
 * A picture with a drawing, and the picture that it was made on: a photo that is not attached yet, or the id of a file.
 * It is attached like any file; src/data/attach-drawing.ts stores the original with it.
 */
export class DrawnPhoto extends File {
  readonly original: File | string;

  constructor(content: Blob, original: File | string, name: string) {
    super([content], nameOf(name, content.type), { type: content.type });
    this.original = original;
  }
}

/** `Well (drawing).jpg` for `Well.jpg`. */
function nameOf(name: string, type: string): string {
  const at = name.lastIndexOf('.');
  const base = at > 0 ? name.slice(0, at) : name;
  const extension = type === 'image/jpeg' ? 'jpg' : 'png';
  return `${i18n.t('{name} (drawing)', { name: base })}.${extension}`;
}
