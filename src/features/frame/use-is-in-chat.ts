import { useLocation } from '@tanstack/react-router';

/** True when a conversation or the list of conversations is open: the link to the list is current for both. */
export function useIsInChat(): boolean {
  return useLocation({ select: ({ pathname }) => pathname.startsWith('/chat') });
}
