/**
 * A response as the shell keeps it; null for one that is no file. A proxy may say that files vary by what was asked for:
 * the browser, which takes them from the cache by itself, would then find none of them without a network.
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
