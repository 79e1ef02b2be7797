import { useClient, useDeviceLive } from './client.tsx';

/** Changes lost with the browser's data, until dismissed; undefined when there are none. */
export function useLostData():
  | { readonly unsent: number; readonly dismiss: () => Promise<void> }
  | undefined {
  const { marks } = useClient().device;
  const lost = useDeviceLive((device) => device.marks.get('lost'), []);
  if (lost?.id !== 'lost' || lost.unsent === 0) return undefined;
  // The mark stays with 0, so that the server's number for the same loss is not shown afterwards.
  const dismiss = async () => void (await marks.put({ id: 'lost', unsent: 0 }));
  return { unsent: lost.unsent, dismiss };
}
