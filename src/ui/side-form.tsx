import { Button, Group } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useDialogs } from './dialogs.tsx';
import { SidePanel } from './side-panel.tsx';

interface SideFormProps {
  readonly title: ReactNode;
  /** Says what the button does. */
  readonly submit: string;
  readonly disabled?: boolean;
  /** True while there is typed text that is not saved: closing then asks. */
  readonly isDirty: boolean;
  /** True when it is done: the form closes. */
  readonly onSubmit: () => Promise<boolean>;
  /** The person throws away what they typed. */
  readonly onDiscard?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form that slides in: label above, error below, Enter submits, Escape asks only if there is unsaved text. */
export function SideForm(props: SideFormProps) {
  const {
    title,
    submit,
    disabled = false,
    isDirty,
    onSubmit,
    onDiscard,
    onClose,
    children,
  } = props;
  const formId = useId();
  const dialogs = useDialogs();
  const [busy, setBusy] = useState(false);
  const close = async () => {
    if (isDirty) {
      const discard = await dialogs.confirm({
        title: 'Discard what you typed?',
        message: 'It has not been saved yet.',
        confirm: 'Discard',
        cancel: 'Keep writing',
        danger: true,
      });
      if (!discard) return;
      onDiscard?.();
    }
    onClose();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || disabled) return;
    setBusy(true);
    try {
      if (await onSubmit()) onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <SidePanel
      title={title}
      width={400}
      onClose={() => void close()}
      footer={
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => void close()}>
            Cancel
          </Button>
          {/* Not disabled while it is busy: it would lose the focus, and a refusal could not give it back. */}
          <Button type="submit" form={formId} disabled={disabled} aria-disabled={busy}>
            {submit}
          </Button>
        </Group>
      }
    >
      <form id={formId} onSubmit={(event) => void send(event)} noValidate>
        {children}
      </form>
    </SidePanel>
  );
}
