/** The address of a file, as the specification's file fields contain it; null without a file. */
export function fileAddress(id: string | null): string | null {
  return id === null ? null : `/rest/files/${id}`;
}
