import { useAccount, useClient } from './client.tsx';

/** True when a draft for this key is stored on the device. */
export function useHasDraft(key: string): boolean {
  return useDrafts()?.has(key) === true;
}

/** Drafts of the open account. */
export function useDrafts() {
  const client = useClient();
  const account = useAccount();
  return account === undefined ? undefined : client.drafts(account.key);
}
