import { createFileRoute } from '@tanstack/react-router';
import { SignInReturnPage } from '../features/auth/sign-in-return-page.tsx';

export const Route = createFileRoute('/sign-in/return')({ component: SignInReturnPage });
