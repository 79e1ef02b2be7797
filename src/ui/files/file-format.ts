/** Size for display: `640 kB`, `2.4 MB`. `bytes` in bytes. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return `${String(bytes)} bytes`;
  const [value, unit] = bytes < 999_500 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB'];
  const digits = value < 10 && unit === 'MB' ? 1 : 0;
  return `${value.toFixed(digits)} ${unit}`;
}

/** Rewrites an http link to a file as https (board spec, 5). */
export function secureUrl(url: string): string {
  return url.startsWith('http://') ? `https://${url.slice('http://'.length)}` : url;
}
