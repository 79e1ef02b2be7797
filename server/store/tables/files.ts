/** The tables of files for Kysely. */
export interface FileTables {
  readonly files: FilesTable;
  readonly file_contents: FileContentsTable;
  readonly file_parts: FilePartsTable;
  readonly file_usage: FileUsageTable;
  readonly file_trash: FileTrashTable;
}

export interface FilesTable {
  org_id: string;
  id: string;
  scope: string;
  v: number;
  name: string;
  media_type: string;
  size: number;
  digest: string;
  kind: string;
  width: number | null;
  height: number | null;
  state: string;
  uploaded_by: string;
  created_at: string;
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
