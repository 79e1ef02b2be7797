import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAccount } from '../../data/client.tsx';
import { useLocalStorage } from '@mantine/hooks';

/** Slug of the board that this person opened last on this device; undefined before the first one. */
export function useLastBoard(): string | undefined {
  const account = useAccount();
  const { slug } = useParams({ strict: false });
  const [last, setLast] = useLocalStorage<string>({
    key: `cairn-last-board:${account?.key ?? ''}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  useEffect(() => {
    if (slug !== undefined) setLast(slug);
  }, [slug, setLast]);
  const board = slug ?? last;
  return board === '' ? undefined : board;
}
