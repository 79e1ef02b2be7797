import { useNavigate } from '@tanstack/react-router';
import { useAccount } from '../../data/client.tsx';
import { remember } from '../../data/recent.ts';
import type { Found } from '../../data/search.ts';

type Navigate = ReturnType<typeof useNavigate>;

/** Opens a search result at its exact location. */
export function useOpenFound(): (found: Found) => void {
  const navigate = useNavigate();
  const account = useAccount();
  return (found) => {
    if (account !== undefined) remember(account.key, found);
    const { kind, id, slug = '', task } = found;
    switch (kind) {
      case 'project':
        return void navigate({ to: '/workspace/$slug', params: { slug }, search: {} });
      case 'task':
        return void navigate({ to: '/workspace/$slug', params: { slug }, search: { task: id } });
      case 'comment':
        return void navigate({
          to: '/workspace/$slug',
          params: { slug },
          search: { task, comment: id },
        });
      case 'subtask':
        return void navigate({
          to: '/workspace/$slug',
          params: { slug },
          search: { task, subtask: id },
        });
      case 'note':
        return void navigate({ to: '/notes-view', search: { note: id } });
      case 'todo':
        return void navigate({
          to: '.',
          search: (before) => ({ ...before, panel: 'todo', todo: id }),
        });
      case 'person':
        return void navigate({ to: '/user-info/$user_id', params: { user_id: id } });
      case 'message':
        return openMessage(navigate, found);
    }
  };
}

function openMessage(navigate: Navigate, { id, conversation = '' }: Found): void {
  const [kind, other = ''] = conversation.split(':');
  const search = { message: id };
  if (kind === 'group') void navigate({ to: '/chat/group/$id', params: { id: other }, search });
  else void navigate({ to: '/chat/chat-area/$id', params: { id: other }, search });
}
