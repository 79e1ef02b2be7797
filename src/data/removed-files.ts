import { loadPacking } from '../../sync/client/index.ts';
import { useAccount, useLive } from './client.tsx';

interface RemovedFile {
  /** Brings the file back and keeps it on this device (FILE-4.3). */
  readonly fetch: () => void;
  /** True: it is to come back, and is not here yet. */
  readonly isComing: boolean;
}

/** A file that was removed from this device to make room; undefined for any other file. */
export function useRemovedFile(id: string): RemovedFile | undefined {
  const account = useAccount();
  const state = useLive(
    async (db) => {
      const [packed, choices] = await Promise.all([db.meta.get('packed'), db.meta.get('packing')]);
      const isRemoved = packed?.key === 'packed' && packed.removed?.includes(id) === true;
      const isKept = choices?.key === 'packing' && choices.kept?.includes(`file:${id}`) === true;
      return isRemoved ? { isKept } : null;
    },
    [id],
  );
  if (!state || account === undefined) return undefined;
  return {
    isComing: state.isKept,
    fetch: () => {
      void loadPacking().then(({ setKept }) =>
        setKept(account.db, { kind: 'file', id, isKept: true }),
      );
    },
  };
}
