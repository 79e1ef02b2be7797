import type { FileRow } from '../../../model/entities/file.ts';
import type { RowTable } from './rows.ts';

/** The tables of files for Kysely. */
export interface FileTables {
  readonly files: RowTable<FileRow>;
  readonly file_contents: FileContentsTable;
  readonly file_parts: FilePartsTable;
  readonly file_usage: FileUsageTable;
  readonly file_trash: FileTrashTable;
  readonly unused_files: UnusedFilesTable;
}

export interface FileContentsTable {
  org_id: string;
  file: string;
  variant: string;
  name: string;
  media_type: string;
  size: number;
  digest: string;
  created_at: number;
}

export interface FilePartsTable {
  org_id: string;
  file: string;
  n: number;
  name: string;
  size: number;
  created_at: number;
}

export interface FileUsageTable {
  org_id: string;
  bytes: number;
}

export interface FileTrashTable {
  name: string;
  since: number;
}

export interface UnusedFilesTable {
  org_id: string;
  id: string;
  since: number;
}
