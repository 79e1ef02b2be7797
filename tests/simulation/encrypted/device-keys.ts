import { KEY_BYTES } from '../../../model/protocol/device-key.ts';
import { keepKey } from '../../../sync/store/device-key.ts';
import { type RowCipher, rowCipher } from '../../../sync/store/row-cipher.ts';
import { lastingKeyId, sealedName } from '../../../sync/store/sealed-name.ts';
import type { Person } from '../people.ts';
import type { SeededRandom } from '../random.ts';
import { installPromptChannels } from './prompt-channels.ts';

/** Keys of devices that encrypt what they store (CLIENT-13), with the page of each device that holds its key. */
export interface DeviceKeys {
  readonly add: (device: string, person: Person, random: SeededRandom) => DeviceKey;
  readonly uninstall: () => void;
}

export interface DeviceKey {
  /** Beginning of the names of the device's stores. */
  readonly storeName: string;
  readonly cipher: RowCipher;
}

export function installDeviceKeys(): DeviceKeys {
  const uninstallChannels = installPromptChannels();
  const releases: (() => void)[] = [];
  return {
    add: (device, { userId, orgId }, random) => {
      const keyId = lastingKeyId(device.replaceAll('-', ''));
      const key = random.bytes(new Uint8Array(KEY_BYTES));
      releases.push(keepKey(keyId, new Uint8Array(key)));
      return { storeName: sealedName(keyId, userId, orgId), cipher: rowCipher(key) };
    },
    uninstall: () => {
      for (const release of releases) release();
      uninstallChannels();
    },
  };
}
