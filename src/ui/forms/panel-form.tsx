import { Button, Group } from '@mantine/core';
import { type ReactNode, useId, useRef } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { SavingFields } from './saving-fields.tsx';
import { Panel } from '../overlays/panel.tsx';
import { useIsUnmounted } from '../hooks/use-is-unmounted.ts';
import type { Form } from './use-form.ts';
import { useConfirmDiscard } from './use-form-cancel.ts';
import { useOnce } from '../hooks/use-once.ts';

interface PanelFormProps {
  readonly title: ReactNode;
  /** Label of the submit button. */
  readonly submit: string;
  readonly disabled?: boolean;
  readonly form: Pick<Form<unknown>, 'isDirty' | 'check' | 'clear'>;
  /** True while a file is chosen, which is not among the form's values. */
  readonly hasFile?: boolean;
  /** Called when no field has an error. Resolves to true on success, and the form closes. */
  readonly onSubmit: () => Promise<boolean>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Form in a panel: label above, error below, Enter submits, Escape asks only if there is unsaved text. */
export function PanelForm(props: PanelFormProps) {
  const {
    title,
    submit,
    disabled = false,
    form,
    hasFile = false,
    onSubmit,
    onClose,
    children,
  } = props;
  const formId = useId();
  const isDirty = form.isDirty || hasFile;
  const confirmDiscard = useConfirmDiscard();
  const isUnmounted = useIsUnmounted();
  const saving = useRef<Promise<boolean>>(undefined);
  const [send, isBusy] = useOnce(async () => {
    if (disabled || !form.check()) return;
    saving.current = onSubmit().finally(() => {
      saving.current = undefined;
    });
    // After an unmount another panel may be open, and `onClose` would close that one.
    if ((await saving.current) && !isUnmounted.current) onClose();
  });
  const [close] = useOnce(async () => {
    // Input that is being saved can no longer be discarded; ask only if saving fails. `send` reports
    // exceptions.
    const isSaved = isDirty && (await saving.current?.catch(() => false));
    if (isSaved === true || isUnmounted.current) return;
    if (!(await confirmDiscard(isDirty))) return;
    form.clear();
    onClose();
  });
  return (
    <Panel
      title={title}
      width={400}
      onClose={close}
      footer={
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {i18n.t('Cancel')}
          </Button>
          {/* Not disabled while busy: a disabled button loses the focus, also after a refusal. */}
          <Button type="submit" form={formId} disabled={disabled} aria-disabled={isBusy}>
            {submit}
          </Button>
        </Group>
      }
    >
      <form id={formId} onSubmit={send} noValidate>
        <SavingFields isSaving={isBusy}>{children}</SavingFields>
      </form>
    </Panel>
  );
}
