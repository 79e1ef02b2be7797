import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Ticks of the kernel's clock a second, the unit of /proc. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** User and system time of a process in milliseconds, from Linux' /proc. */
export function cpuOf(pid: number): number {
  const fields =
    readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
}
