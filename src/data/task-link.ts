/** Address of a task on its project's board, for sharing: without the view parameters of the person who copies it. */
export function taskLink(
  slug: string,
  point: { readonly task: string } & Readonly<Record<string, string>>,
  origin = window.location.origin,
): string {
  const query = new URLSearchParams(point);
  return `${origin}/workspace/${encodeURIComponent(slug)}?${query.toString()}`;
}
