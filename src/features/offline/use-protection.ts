import { useCallback, useEffect, useState } from 'react';

/** Whether the browser has granted persistent storage; undefined while it is asked. */
export function useProtection() {
  const [isProtected, setProtected] = useState<boolean>();
  useEffect(() => {
    const ask = async () => {
      // Missing on an address without TLS, where nothing is protected.
      setProtected('storage' in navigator && (await navigator.storage.persisted()));
    };
    void ask();
  }, []);
  const protect = useCallback(async () => {
    if ('storage' in navigator) setProtected(await navigator.storage.persist());
  }, []);
  return { isProtected, protect };
}
