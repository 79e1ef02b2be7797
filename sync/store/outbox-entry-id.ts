const FILE_PREFIX = 'file:';

/** File of an entry of the panel; undefined when the entry is a mutation. */
export function fileOfEntry(id: string): string | undefined {
  return id.startsWith(FILE_PREFIX) ? id.slice(FILE_PREFIX.length) : undefined;
}

/** Id of the panel's entry of a file. */
export function fileEntryId(file: string): string {
  return `${FILE_PREFIX}${file}`;
}
