import { useDraft } from '../../../data/drafts.ts';
import type { NewOrganizationToken } from '../../../data/organization-tokens.ts';
import { useOwnProof } from '../../../data/own-proof.ts';
import { useProjects } from '../../../data/projects.ts';
import type { TokenActions } from '../../../data/token-actions.ts';
import { i18n, message } from '../../../i18n/i18n.ts';
import { SearchMultiSelect } from '../../../ui/forms/search-multi-select.tsx';
import { emptyToken, ReplaceSecretForm, TokenForm } from '../../../ui/forms/token-form.tsx';

const NO_PROJECTS: readonly string[] = [];
const EMPTY = { ...emptyToken(365), projects: NO_PROJECTS };

interface OrganizationTokenFormProps {
  /** Address of the account, for password managers. */
  readonly email: string;
  readonly actions: TokenActions<NewOrganizationToken>;
}

/** The open form of the organisation's tokens: of a new one with its program and projects, or of a new secret. */
export function OrganizationTokenForm({ email, actions }: OrganizationTokenFormProps) {
  const own = useOwnProof();
  const draft = useDraft('organization-token', EMPTY);
  const { projects } = draft.values;
  const setProjects = (chosen: readonly string[]) => draft.set({ projects: chosen });
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
      name={{
        label: message('Name of the program'),
        description: i18n.t('What it writes appears under this name.'),
      }}
      access={{ read: i18n.t('Read'), write: i18n.t('Read and change') }}
      days={[30, 90, 365]}
      store={draft}
      onCreate={(token) =>
        actions.create({ ...token, projects: projects.length === 0 ? null : projects })
      }
    >
      <ProjectsField chosen={projects} onChoose={setProjects} />
    </TokenForm>
  );
}

interface ProjectsFieldProps {
  /** Ids; none: every project. */
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
}

function ProjectsField({ chosen, onChoose }: ProjectsFieldProps) {
  const projects = useProjects() ?? [];
  return (
    <SearchMultiSelect
      label={i18n.t('Projects')}
      description={i18n.t('None chosen means every project, also new ones.')}
      placeholder={chosen.length === 0 ? i18n.t('Every project') : undefined}
      clearable
      hidePickedOptions
      maxDropdownHeight={220}
      nothingFoundMessage={i18n.t('No project of this name')}
      data={projects
        .filter(({ status }) => status)
        .map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen}
      onChange={onChoose}
    />
  );
}
