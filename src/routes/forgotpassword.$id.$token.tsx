import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordPage } from '../features/auth/reset-password-page.tsx';

export const Route = createFileRoute('/forgotpassword/$id/$token')({ component: Reset });

function Reset() {
  const { id, token } = Route.useParams();
  return <ResetPasswordPage id={id} token={token} />;
}
