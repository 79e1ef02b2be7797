import { useEffect } from 'react';
import { useShotsWithoutPlace } from '../../data/shots.ts';
import { useTextsWithoutPlace } from '../../data/texts-without-place.ts';

/**
 * Counts what this device alone has and no form shows any more: half-typed texts and files whose task, project or
 * conversation is gone. `lastSync`: what was typed is looked up again after each sync, which is what removes a task.
 */
export function LeftCount({
  lastSync,
  onCount,
}: {
  readonly lastSync: number | undefined;
  readonly onCount: (count: number) => void;
}) {
  const texts = useTextsWithoutPlace(lastSync);
  const shots = useShotsWithoutPlace();
  const count = texts.left.length + shots.left.length;
  useEffect(() => onCount(count), [count, onCount]);
  return null;
}
