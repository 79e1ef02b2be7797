import type { Connection } from '../../model/packing.ts';

/** The connection as the browser describes it; undefined where it does not. */
export function currentConnection(): Connection | undefined {
  const known: unknown = Reflect.get(navigator, 'connection');
  if (typeof known !== 'object' || known === null) return undefined;
  const type: unknown = Reflect.get(known, 'type');
  return {
    saveData: Reflect.get(known, 'saveData') === true,
    ...(typeof type === 'string' && { type }),
  };
}
