import { useDraft } from '../../data/drafts.ts';
import type { NewToken } from '../../data/machine-access.ts';
import { useOwnProof } from '../../data/own-proof.ts';
import type { TokenActions } from '../../data/token-actions.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import { emptyToken, ReplaceSecretForm, TokenForm } from '../../ui/forms/token-form.tsx';

const EMPTY = emptyToken(90);

interface OwnTokenFormProps {
  /** Address of the account, for password managers. */
  readonly email: string;
  readonly actions: TokenActions<NewToken>;
}

/** The open form of the person's tokens: of a new one, or of a new secret. */
export function OwnTokenForm({ email, actions }: OwnTokenFormProps) {
  const own = useOwnProof();
  const draft = useDraft('own-token', EMPTY);
  const { form, closeForm: onCancel } = actions;
  const shared = { email, own, disabled: actions.answer.busy, onCancel };
  if (form === undefined) return null;
  if (form.kind === 'rotate') {
    return (
      <ReplaceSecretForm
        key={form.id}
        {...shared}
        token={form}
        onReplace={(change) => void actions.rotate(change)}
      />
    );
  }
  return (
    <TokenForm
      {...shared}
      name={{ label: message('Name'), placeholder: i18n.t('The program that will use it') }}
      access={{
        read: i18n.t('Read what you can read'),
        write: i18n.t('Read and change what you can change'),
      }}
      days={[7, 30, 90, 365]}
      store={draft}
      onCreate={actions.create}
    />
  );
}
