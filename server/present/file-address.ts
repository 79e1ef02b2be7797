/** Where the specification has a file, its address stands: `null` when there is none. */
export function fileAddress(id: string | null): string | null {
  return id === null ? null : `/rest/files/${id}`;
}
