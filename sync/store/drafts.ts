import type { DeviceDb } from './device-db.ts';

/** Half-typed text of one account, in memory for forms to begin with, and on the disk at every key. */
export interface Drafts {
  readonly read: (form: string) => string | undefined;
  /** Nothing waits for it: the text is in memory at once, and on its way to the disk. */
  readonly write: (form: string, text: string) => void;
  readonly remove: (form: string) => void;
}

/**
 * Reads what is there, once. A store that cannot be read gives none: a form that begins empty is better than a screen
 * that does not open.
 */
export async function openDrafts(device: DeviceDb, account: string): Promise<Drafts> {
  const known = new Map<string, string>();
  const keyOf = (form: string) => `${account}:${form}`;
  try {
    for (const { key, text } of await device.drafts.where('account').equals(account).toArray()) {
      known.set(key, text);
    }
  } catch {
    known.clear();
  }
  return {
    read: (form) => known.get(keyOf(form)),
    write: (form, text) => {
      const key = keyOf(form);
      known.set(key, text);
      device.drafts.put({ key, account, text }).catch(() => undefined);
    },
    remove: (form) => {
      if (!known.delete(keyOf(form))) return;
      device.drafts.delete(keyOf(form)).catch(() => undefined);
    },
  };
}

/** Forgets every draft of an account, when its data leave the device. */
export async function forgetDrafts(device: DeviceDb, account: string): Promise<void> {
  await device.drafts.where('account').equals(account).delete();
}
