import { createFileRoute } from '@tanstack/react-router';
import { UserInfoPage } from '../../features/user-info/user-info-page.tsx';

export const Route = createFileRoute('/_app/user-info/$user_id')({ component: UserInfo });

function UserInfo() {
  const { user_id } = Route.useParams();
  return <UserInfoPage key={user_id} userId={user_id} />;
}
