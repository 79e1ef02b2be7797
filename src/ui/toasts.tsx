import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

export interface ToastInput {
  readonly message: ReactNode;
  readonly kind?: 'success' | 'error' | 'info';
  /** Milliseconds; data-safety messages pass false and stay until closed. Default 2800 (board spec, 9). */
  readonly stays?: number | false;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** A toast of the same id replaces the one before. */
  readonly id?: string;
}

const COLOURS = { success: 'green.8', error: 'red.9', info: 'brand' } as const;

/** Shows a toast; returns how to take it away. */
export function showToast(input: ToastInput): () => void {
  const { message, kind = 'success', stays = 2800, action, id } = input;
  // The library keeps the old one when an id is there already.
  if (id !== undefined) notifications.hide(id);
  const shownId = notifications.show({
    ...(id === undefined ? {} : { id }),
    color: COLOURS[kind],
    autoClose: stays,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
    message:
      action === undefined ? (
        message
      ) : (
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <span>{message}</span>
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              notifications.hide(shownId);
              action.run();
            }}
          >
            {action.label}
          </Button>
        </Group>
      ),
  });
  return () => {
    notifications.hide(shownId);
  };
}
