import { SCHEMA_VERSION } from '../../model/protocol/version.ts';
import { useAccount } from './client.tsx';

/** What runs here, by the names that its makers ask for. */
interface Versions {
  /** Name of the built app, e.g. `index-H4o8pNN_`; undefined where it runs from source. */
  readonly app: string | undefined;
  /** Of what goes over the wire. */
  readonly protocol: number;
  /** Of the database on this device; undefined while no account is open. */
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
