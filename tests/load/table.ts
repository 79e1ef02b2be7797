import type { LoadResult } from './run.ts';

/** The result as a Markdown table; times in milliseconds. */
export function tableOf(result: LoadResult): string {
  const { traffic, seconds, cpuSeconds } = result;
  const errors = [...traffic.errors].map(([what, count]) => `${what}: ${String(count)}`);
  const rows: readonly (readonly [string, string])[] = [
    ['people, devices', `${String(result.people)}, ${String(result.devices)}`],
    ['writes', `${String(result.writes)} in ${seconds.toFixed(1)} s`],
    ['write accepted, p50 / p95', timesOf(result.accepted)],
    ['write seen by a device, p50 / p95', timesOf(result.seen)],
    ['deliveries, missing', `${String(result.seen.length)}, ${String(result.missing)}`],
    ['requests', String(traffic.requests)],
    ['bytes sent, received', `${String(traffic.bytesSent)}, ${String(traffic.bytesReceived)}`],
    ['errors', errors.length === 0 ? 'none' : errors.join('; ')],
    [
      'CPU of the server',
      cpuSeconds === undefined
        ? 'unknown'
        : `${cpuSeconds.toFixed(2)} s, ${((1_000 * cpuSeconds) / Math.max(1, result.writes)).toFixed(1)} ms a write`,
    ],
  ];
  return ['| | |', '|---|---|', ...rows.map(([what, value]) => `| ${what} | ${value} |`)].join(
    '\n',
  );
}

function timesOf(times: readonly number[]): string {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (part: number) => (sorted[Math.ceil(part * sorted.length) - 1] ?? 0).toFixed(1);
  return sorted.length === 0 ? 'none' : `${at(0.5)} / ${at(0.95)} ms`;
}
