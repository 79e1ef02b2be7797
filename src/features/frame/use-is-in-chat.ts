import { useLocation } from '@tanstack/react-router';

/** Whether a conversation is open, or the list of them: the link to the list is marked for both. */
export function useIsInChat(): boolean {
  return useLocation({ select: ({ pathname }) => pathname.startsWith('/chat') });
}
