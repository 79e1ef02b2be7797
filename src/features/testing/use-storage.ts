import { useCallback, useEffect, useState } from 'react';

interface Storage {
  readonly estimate: StorageEstimate | undefined;
  /** Whether the browser promised not to clean up. */
  readonly persisted: boolean | undefined;
  readonly protect: () => Promise<void>;
}

/** What the browser says about this site's storage; undefined where it does not say. */
export function useStorage(): Storage {
  const [estimate, setEstimate] = useState<StorageEstimate>();
  const [persisted, setPersisted] = useState<boolean>();
  useEffect(() => {
    const ask = async () => {
      // Missing on an address without TLS.
      if (!('storage' in navigator)) return;
      setEstimate(await navigator.storage.estimate());
      setPersisted(await navigator.storage.persisted());
    };
    void ask();
  }, []);
  const protect = useCallback(async () => {
    setPersisted(await navigator.storage.persist());
  }, []);
  return { estimate, persisted, protect };
}
