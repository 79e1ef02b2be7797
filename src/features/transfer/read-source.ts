import { i18n, message } from '../../i18n/i18n.ts';
import { type CsvTable, readCsv } from './csv.ts';
import { readText } from './read-text.ts';
import { type SourceBoard, UnreadableFile } from './source-board.ts';
import { readTrello } from './trello.ts';

export interface SourceOfFile {
  /** Reason why the file cannot be imported. */
  readonly problem?: string;
  readonly trello?: SourceBoard;
  readonly table?: CsvTable;
}

/** Parses a file. Its content does not leave the page. */
export async function readSource(file: File): Promise<SourceOfFile> {
  try {
    const text = await readText(file);
    if (/^\s*[[{]/.test(text)) {
      return { trello: readTrello(text, (at) => new Date(at).getTimezoneOffset()) };
    }
    const { parse } = await csvParser();
    return { table: readCsv(text, { name: file.name, parse }) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.message };
    if (isOfDisk(error)) return { problem: i18n.t(NOT_READ) };
    // Report an unexpected error, which the alert would otherwise hide.
    reportError(error);
    return { problem: i18n.t(FAULT) };
  }
}

/** The CSV parser is loaded on use. */
async function csvParser() {
  try {
    return (await import('papaparse')).default;
  } catch {
    throw new UnreadableFile(
      i18n.t(
        'Tables need a part of Cairn that is not on this device yet, and there is no connection to fetch it. Connect and choose the file again.',
      ),
    );
  }
}

/** True for the browser's errors about a file that was removed, has changed since it was chosen, or may not be read. */
function isOfDisk(error: unknown): boolean {
  return error instanceof DOMException;
}

const NOT_READ = message(
  'This file could not be read from your device: it was moved, changed or locked after you chose it. Choose it once more.',
);
const FAULT = message(
  'This file could not be read because of an error in Cairn, not in the file. Tell your administrator.',
);
