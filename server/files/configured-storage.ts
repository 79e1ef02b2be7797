import { join } from 'node:path';
import type { Config } from '../shared/config.ts';
import { folderStorage } from './folder-storage.ts';
import { commandScanner, type FileScanner } from './scanner.ts';
import { s3Storage } from './s3-storage.ts';
import type { FileStorage } from './storage.ts';

/** The scanner that the environment names. `report`: receives why a file could not be scanned. */
export function configuredScanner(
  { fileScanCommand: command }: Pick<Config, 'fileScanCommand'>,
  report: (reason: string) => void,
): FileScanner | undefined {
  return command === undefined ? undefined : commandScanner({ command, report });
}

/** The storage that the environment names: an S3-compatible store, or a folder beside the database. */
export function configuredStorage({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): FileStorage {
  return s3 === undefined ? folderStorage(join(dataDir, 'files')) : s3Storage(s3);
}
