/** Key of a row across tables, as outbox and base use it. */
export function rowKey(table: string, id: string): string {
  return `${table}/${id}`;
}

/** Takes a key apart again; table names have no slash. */
export function refOfKey(key: string): { readonly table: string; readonly id: string } {
  const slash = key.indexOf('/');
  return { table: key.slice(0, slash), id: key.slice(slash + 1) };
}
