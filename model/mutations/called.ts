/** What a line of the outbox calls a row: `project "Harbour"` where its name is known, else `a project`. */
export function called(kind: string, name: string | undefined): string {
  return name === undefined ? `a ${kind}` : `${kind} "${name}"`;
}
