import { useCallback, useEffect, useState } from 'react';

interface Storage {
  readonly estimate: StorageEstimate | undefined;
  /** True when the browser has granted persistent storage; undefined while it is asked. */
  readonly persisted: boolean | undefined;
  readonly protect: () => Promise<void>;
}

/** The browser's storage estimate for this origin; undefined where the browser gives none. */
export function useStorage(): Storage {
  const [estimate, setEstimate] = useState<StorageEstimate>();
  const [persisted, setPersisted] = useState<boolean>();
  useEffect(() => {
    const ask = async () => {
      // Missing on an address without TLS, where nothing is protected.
      if (!('storage' in navigator)) {
        setPersisted(false);
        return;
      }
      setEstimate(await navigator.storage.estimate());
      setPersisted(await navigator.storage.persisted());
    };
    void ask();
  }, []);
  const protect = useCallback(async () => {
    if ('storage' in navigator) setPersisted(await navigator.storage.persist());
  }, []);
  return { estimate, persisted, protect };
}
