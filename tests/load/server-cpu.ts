import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICKS_A_SECOND = 100;

/** CPU time of these processes so far in seconds; undefined where there is none or the system does not tell. */
export function cpuSeconds(pids: readonly number[]): number | undefined {
  if (pids.length === 0) return undefined;
  try {
    return pids.map(ticksOf).reduce((sum, ticks) => sum + ticks, 0) / TICKS_A_SECOND;
  } catch {
    return undefined;
  }
}

function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  // The second field is the name in parentheses, which may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
