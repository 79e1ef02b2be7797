import { i18n } from '../../i18n/i18n.ts';
import { UnreadableFile } from './source-board.ts';

/** Maximum file size. Bytes. */
const LARGEST = 60_000_000;

/** Decodes a text file in the encodings that spreadsheets write. Throws UnreadableFile. */
export async function readText(file: Blob): Promise<string> {
  if (file.size === 0) throw new UnreadableFile(i18n.t('This file is empty.'));
  if (file.size > LARGEST) {
    throw new UnreadableFile(
      i18n.t('This file is larger than 60 MB. Divide it and import the parts.'),
    );
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decode(bytes);
  if (text.includes('\0')) {
    throw new UnreadableFile(i18n.t('This is no text file. Save it as CSV, or export it as JSON.'));
  }
  return text;
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Encoding of older spreadsheets in western Europe and America.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
