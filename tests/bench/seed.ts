import { memberId } from '../../model/shared/ids.ts';
import { ranksAfter } from '../../model/shared/rank.ts';
import { slugOf } from '../../model/shared/text.ts';
import { at, type Peer } from './peer.ts';

/**
 * A board of a given size; the tasks are distributed over its cards (5,000 per card at 50,000 on
 * ten).
 */
export interface Board {
  readonly slug: string;
  readonly project: string;
  readonly cards: readonly string[];
  readonly tasks: readonly string[];
  readonly flag: string;
}

const CARDS = 10;
/** With the other fields, a row has about 640 bytes. */
const DESCRIPTION = 'The path up is marked by cairns; count them on the way. '.repeat(4);

export async function seedBoard(peer: Peer, tasks: number, count = CARDS): Promise<Board> {
  const flag = at(await peer.get('flag/list/'), 'data', '0', 'id');
  const workspace = peer.id();
  const project = peer.id();
  const name = `Board of ${String(tasks)}`;
  const cards = Array.from({ length: count }, () => peer.id());
  await peer.push([
    { method: 'POST', path: 'workspace/create/', body: { id: workspace, name, desc: '' } },
    {
      method: 'POST',
      path: 'project/create/',
      body: { id: project, workspace, name, description: '', creator: peer.orgUserId },
    },
    ...ranksAfter(undefined, count).map((rank, index) => ({
      method: 'POST' as const,
      path: 'project-card/create/',
      body: { id: cards[index], project, name: `Card ${String(index + 1)}`, rank },
    })),
  ]);
  const perCard = Math.ceil(tasks / count);
  const ranks = ranksAfter(undefined, perCard);
  const ids = Array.from({ length: tasks }, () => peer.id());
  await peer.push(
    ids.map((id, index) => ({
      method: 'POST' as const,
      path: 'task/create/',
      body: {
        id,
        name: `Task ${String(index + 1)} of the long way`,
        description: DESCRIPTION,
        project_card: cards[index % count],
        rank: ranks[Math.floor(index / count)],
        flag,
        assigned_to: memberId(project, peer.orgUserId),
        end_date: '2030-01-01',
        status: true,
      },
    })),
  );
  return { slug: slugOf(name, project), project, cards, tasks: ids, flag };
}
