import { useState } from 'react';

/**
 * Copy of a value that is stored elsewhere, for text that is not to be stored yet. It follows the stored value as soon as
 * that one changes.
 */
export function useLocalValue<T extends string | null>(
  stored: T,
): readonly [T, (local: T) => void] {
  const [copy, setCopy] = useState({ stored, local: stored });
  return [copy.stored === stored ? copy.local : stored, (local) => setCopy({ stored, local })];
}
