import { IconPhotoOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTimesOnline } from './times-online.ts';

/**
 * In place of a picture that did not load; `onOnline` tries again when the device is online. Only such a picture
 * observes the network: a board has hundreds.
 */
export function AbsentPicture({ onOnline }: { readonly onOnline: () => void }) {
  const times = useTimesOnline();
  useEffect(() => {
    if (times > 0) onOnline();
  }, [times, onOnline]);
  return <IconPhotoOff size={18} stroke={1.5} aria-hidden />;
}
