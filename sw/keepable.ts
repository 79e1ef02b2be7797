/**
 * Response in the form that the shell stores; null for an error. A proxy may add a `vary` header: the browser, which
 * matches the cache itself, would then find no file offline.
 */
export function keepable(response: Response): Response | null {
  if (response.status >= 400) return null;
  const varies = (response.headers.get('vary') ?? '').toLowerCase().split(',');
  const isHarmless = varies.every((name) => ['', 'accept-encoding'].includes(name.trim()));
  if (isHarmless) return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.delete('vary');
  return new Response(response.body, { status, statusText, headers });
}
