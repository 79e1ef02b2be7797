import { useClient, useDeviceLive } from './client.tsx';

/** Changes that were lost with the browser's data and that nobody has put away yet; undefined where there are none. */
export function useLostData():
  | { readonly unsent: number; readonly dismiss: () => Promise<void> }
  | undefined {
  const { marks } = useClient().device;
  const lost = useDeviceLive((device) => device.marks.get('lost'), []);
  if (lost?.id !== 'lost' || lost.unsent === 0) return undefined;
  // It stays as 0: the number that the server has of the same loss is not shown after it.
  const dismiss = async () => void (await marks.put({ id: 'lost', unsent: 0 }));
  return { unsent: lost.unsent, dismiss };
}
