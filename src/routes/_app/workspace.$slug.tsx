import { createFileRoute } from '@tanstack/react-router';
import { BoardScreen } from '../../features/board/board-screen.tsx';

export const Route = createFileRoute('/_app/workspace/$slug')({ component: Board });

function Board() {
  const { slug } = Route.useParams();
  return <BoardScreen key={slug} slug={slug} />;
}
