import { useState } from 'react';
import styles from './person-avatar.module.css';

interface PersonAvatarProps {
  readonly name: string;
  /** URL of an image, or the id of a file on the server. */
  readonly image?: string | null | undefined;
  readonly size?: number;
  /** False where the name is shown beside it: the image is then decorative. */
  readonly tooltip?: boolean;
}

/** Background colours of initials: white text reaches AA on each. */
const TONES = [
  '#1c6b8f',
  '#8d4a0b',
  '#7a2a58',
  '#2f6b3a',
  '#5b4a9c',
  '#8a3b3b',
  '#3d5a80',
  '#5f5f1e',
];

/**
 * Picture of a person; initials on a colour derived from the name without one, and where it cannot be loaded. Plain
 * elements, because lists show many.
 */
export function PersonAvatar({ name, image, size = 24, tooltip = true }: PersonAvatarProps) {
  const [failed, setFailed] = useState<string>();
  const url = addressOf(image);
  const isShown = url !== undefined && url !== failed;
  const described = tooltip
    ? { role: 'img', 'aria-label': name, 'data-tip': name }
    : { 'aria-hidden': true };
  return (
    <span
      className={styles['avatar']}
      style={{
        width: size,
        height: size,
        background: isShown ? undefined : toneOf(name),
        fontSize: Math.max(9, Math.round(size * 0.4)),
      }}
      {...described}
    >
      {isShown ? <img src={url} alt="" onError={() => setFailed(url)} /> : initialsOf(name)}
    </span>
  );
}

function addressOf(image: string | null | undefined): string | undefined {
  if (image === null || image === undefined) return undefined;
  return /[:/]/.test(image) ? image : `/rest/files/${image}?size=small`;
}

/** Initials of the first two words (sessions spec, 9); an emoji and a letter with its accents are one. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).slice(0, 2);
  return words.map((word) => (FIRST.exec(word)?.[1] ?? '').toLocaleUpperCase()).join('');
}

/** First visible character of a word. `Intl.Segmenter` is missing in browsers that the app supports. */
const FIRST = /^\p{Cf}*(\p{RGI_Emoji}|\P{M}\p{M}*)/v;

export function toneOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return TONES[sum % TONES.length] ?? '#1c6b8f';
}
