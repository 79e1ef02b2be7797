import { eraseDeletedTasks, type EraseDeps } from '../writer/erase-tasks.ts';
import { eraseDeletedProjects } from './erase-projects.ts';
import { applyRetention } from './retention.ts';

const STEPS = [
  ['deleted tasks', eraseDeletedTasks],
  ['deleted projects and workspaces', eraseDeletedProjects],
  ['what the rules of retention do not keep', applyRetention],
] as const;

/**
 * The daily erasure (decisions 0083, 0091 and 0092), one step after the other. A step that fails is reported and does
 * not keep the next one from running; the next run continues it.
 */
export async function runErasure(
  deps: EraseDeps,
  report: (error: unknown, what: string) => void,
): Promise<void> {
  for (const [what, step] of STEPS) {
    try {
      await step(deps);
    } catch (error) {
      report(error, what);
    }
  }
}
