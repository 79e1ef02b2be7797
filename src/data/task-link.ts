/** Address of a task on its project's board, for sharing: without the view parameters of the person who copies it. */
export function taskLink(
  slug: string,
  point: { readonly task: string } & Readonly<Record<string, string>>,
  origin = window.location.origin,
): string {
  const query = new URLSearchParams(point);
  return `${origin}/workspace/${encodeURIComponent(slug)}?${query.toString()}`;
}

/** What a task's code holds: its address, with its organisation for a scanner that is in another one. */
export interface CodeTarget {
  readonly task: string;
  readonly organization: string;
}

/** Address in the code of a task. Opened by a browser it is the address of the task. */
export function taskCodeLink(
  slug: string,
  { task, organization }: CodeTarget,
  origin?: string,
): string {
  return taskLink(slug, { task, organization }, origin);
}
