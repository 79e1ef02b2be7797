/**
 * The name of a row in an outbox entry: `project "Harbour"` if its name is known, else `a project`.
 */
export function called(kind: string, name: string | undefined): string {
  return name === undefined ? `a ${kind}` : `${kind} "${name}"`;
}
