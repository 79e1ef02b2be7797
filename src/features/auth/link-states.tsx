import { Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { AuthLayout } from './auth-layout.tsx';
import { FormMessage } from './form-message.tsx';

/** Shown while the server is asked about a link. */
export function CheckingLink({ title }: { readonly title: string }) {
  return (
    <AuthLayout title={title}>
      <Stack gap="sm" aria-busy="true">
        <Skeleton height={16} width="70%" />
        <Skeleton height={36} />
        <Skeleton height={36} />
      </Stack>
    </AuthLayout>
  );
}

interface LinkProblemProps {
  readonly title: string;
  readonly message: string;
  readonly onAgain: () => void;
  /** Alternative actions. */
  readonly children?: ReactNode;
}

/** Link that is invalid, or cannot be checked now. */
export function LinkProblem({ title, message, onAgain, children }: LinkProblemProps) {
  return (
    <AuthLayout
      title={title}
      foot={
        <Anchor component={Link} underline="always" to="/">
          {i18n.t('Go to sign in')}
        </Anchor>
      }
    >
      <Stack gap="sm">
        <FormMessage kind="error">{message}</FormMessage>
        {children}
        <Button variant="default" onClick={onAgain}>
          {i18n.t('Try again')}
        </Button>
      </Stack>
    </AuthLayout>
  );
}
