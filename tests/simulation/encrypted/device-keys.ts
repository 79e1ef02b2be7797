import { KEY_BYTES } from '../../../model/protocol/device-key.ts';
import { type DeviceKey as StoredKey, keepKey } from '../../../sync/store/device-key.ts';
import { type RowCipher, rowCipher } from '../../../sync/store/row-cipher.ts';
import { keyIdOf, lastingKeyId, sealedName } from '../../../sync/store/sealed-name.ts';
import type { Person } from '../people.ts';
import type { SeededRandom } from '../random.ts';
import { installPromptChannels } from './prompt-channels.ts';

/** Keys of devices that encrypt what they store (CLIENT-13), each with a page that holds it. */
export interface DeviceKeys {
  readonly add: (device: string, person: Person, random: SeededRandom) => DeviceKey;
  /** Cipher of a store; undefined for a plain one. */
  readonly cipherOf: (store: string) => RowCipher | undefined;
  readonly uninstall: () => void;
}

export interface DeviceKey {
  /** Beginning of the names of the device's stores. */
  readonly storeName: string;
  readonly cipher: RowCipher;
  readonly stored: StoredKey;
}

export function installDeviceKeys(): DeviceKeys {
  const uninstallChannels = installPromptChannels();
  const releases: (() => void)[] = [];
  const ciphers = new Map<string, RowCipher>();
  return {
    add: (device, { userId, orgId }, random) => {
      const keyId = lastingKeyId(device.replaceAll('-', ''));
      const key = random.bytes(new Uint8Array(KEY_BYTES));
      releases.push(keepKey(keyId, new Uint8Array(key)));
      const cipher = rowCipher(key);
      ciphers.set(keyId, cipher);
      const stored = { keyId, key: new Uint8Array(key) };
      return { storeName: sealedName(keyId, userId, orgId), cipher, stored };
    },
    cipherOf: (store) => ciphers.get(keyIdOf(store) ?? ''),
    uninstall: () => {
      for (const release of releases) release();
      uninstallChannels();
    },
  };
}
