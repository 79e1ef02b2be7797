import type { App } from '../../../server/app.ts';
import type { Commit } from '../../../server/writer/writer-types.ts';
import type { SimServer } from '../sim-server.ts';
import { createMarksWatch } from './marks.ts';
import { createStepsWatch } from './steps.ts';

type Violate = (invariant: string, what: string) => void;

interface Watched {
  readonly incarnation: number;
  readonly apps: Set<App>;
  readonly check: (commit: Commit) => void;
}

/**
 * Invariants of the server's commits, over all of its processes (18: the head grows by one per write). The result is to
 * be called after each start of the server or of one of its processes.
 */
export function createCommitsWatch(server: SimServer, violate: Violate): () => void {
  let watched: Watched = { incarnation: 0, apps: new Set(), check: () => undefined };
  return () => {
    if (!server.isUp()) return;
    if (watched.incarnation !== server.incarnation()) {
      const incarnation = server.incarnation();
      watched = { incarnation, apps: new Set(), check: checkOf(server, violate) };
    }
    const { incarnation, apps, check } = watched;
    for (const app of server.apps().filter((one) => !apps.has(one))) {
      apps.add(app);
      app.services.writer.subscribe((commit) => {
        if (server.incarnation() === incarnation && server.apps().includes(app)) check(commit);
      });
    }
  };
}

function checkOf(server: SimServer, violate: Violate): Watched['check'] {
  const heads = new Map([...server.truth().streams()].map(([stream, { head }]) => [stream, head]));
  const markFault = createMarksWatch();
  const stepFaults = createStepsWatch();
  return ({ versions }) => {
    for (const { stream, v, changes } of versions) {
      for (const found of stepFaults(changes))
        violate('SIGN-1 one step for each change of a tick', found);
      for (const change of changes) {
        const found = markFault(change);
        if (found !== undefined) violate('WRITE-4 marks only grow', found);
      }
      const head = heads.get(stream) ?? 0;
      if (v !== head + 1) {
        violate(
          '18 head grows by one a write',
          `${stream} went from ${String(head)} to ${String(v)}`,
        );
      }
      heads.set(stream, v);
    }
  };
}
