import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTask } from './tasks.ts';

interface InAppLinkProps {
  /** Path with parameters, of this installation. */
  readonly path: string;
  readonly children: (target: {
    readonly task: string | undefined;
    readonly go: () => void;
  }) => ReactNode;
}

/** Where an address in a text leads: the name of its task if that is on this device, and how to open it. */
export function InAppLink({ path, children }: InAppLinkProps) {
  const router = useRouter();
  const task = useTask(taskOfPath(path));
  return children({ task: task?.name, go: () => router.history.push(path) });
}

/** Id of the task that an address opens, as `taskLink` writes it. */
function taskOfPath(path: string): string | undefined {
  const [place = '', query = ''] = path.split(/[?#]/, 2);
  if (!/^\/workspace\/[^/]+$/.test(place)) return undefined;
  return new URLSearchParams(query).get('task') ?? undefined;
}
