/** Key of a row across tables, used by outbox and base rows. */
export function rowKey(table: string, id: string): string {
  return `${table}/${id}`;
}

/** Parses a key; table names contain no slash. */
export function refOfKey(key: string): { readonly table: string; readonly id: string } {
  const slash = key.indexOf('/');
  return { table: key.slice(0, slash), id: key.slice(slash + 1) };
}
