import { SCHEMA_VERSION } from '../../model/protocol/version.ts';
import { useAccount } from './client.tsx';

/** Versions of the running software, for support. */
interface Versions {
  /** Name of the built app, e.g. `index-H4o8pNN_`; undefined when it runs from source. */
  readonly app: string | undefined;
  /** Version of the wire protocol. */
  readonly protocol: number;
  /** Version of the local database; undefined while no account is open. */
  readonly store: number | undefined;
}

export function useVersions(): Versions {
  const store = useAccount()?.db.dexie.verno;
  const scripts = Array.from(
    document.scripts,
    ({ src }) => /\/assets\/([^/]+)\.js$/.exec(src)?.[1],
  );
  return { app: scripts.find((name) => name !== undefined), protocol: SCHEMA_VERSION, store };
}
