/** Address of a task on the board of its project, to share: nothing of how the one who copies it sees the board. */
export function taskLink(
  slug: string,
  point: { readonly task: string } & Readonly<Record<string, string>>,
  origin = window.location.origin,
): string {
  const query = new URLSearchParams(point);
  return `${origin}/workspace/${encodeURIComponent(slug)}?${query.toString()}`;
}
