import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import * as v from 'valibot';
import { workspaceScope } from '../../../model/entities/scopes.ts';
import { workspaceCreate } from '../../../model/mutations/workspace/workspace-create.ts';
import { useAccount, useClient, useMutate } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { usePickedFile } from '../../data/attach-file.ts';
import { useMyOrganizations } from '../../data/organizations.ts';
import { useShots } from '../../data/shots.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import { FileField } from '../../ui/files/file-field.tsx';
import { useFileToSend } from '../../ui/files/use-file-to-send.ts';
import { PanelForm } from '../../ui/forms/panel-form.tsx';
import { required } from '../../ui/forms/rules.ts';
import { useForm } from '../../ui/forms/use-form.ts';

/** Duration of the success message (sessions spec, 9). Milliseconds. */
const SUCCESS_DURATION = 2000;

const RULES = v.object({ name: required(message('Name')) });

/**
 * "Let's build a Workspace" (sessions spec, 2 and 5). It is created in the open organisation: choosing
 * another one switches, with this form still open. The image is labelled as required but not enforced.
 */
export function AddWorkspacePanel({ onClose }: { readonly onClose: () => void }) {
  const account = useAccount();
  const client = useClient();
  const mutate = useMutate();
  const organizations = useMyOrganizations();
  const draft = useDraft('add-workspace', { name: '', desc: '' });
  const form = useForm({ store: draft, schema: RULES });
  const shots = useShots('form:add-workspace');
  const { file: picture, pick, saveWith } = useFileToSend(shots);
  const pickedOf = usePickedFile('image');
  const submit = async () => {
    if (account === undefined) return false;
    const name = form.values.name.trim();
    const id = account.newId();
    const image = picture && (await pickedOf(picture, workspaceScope(id)));
    if (picture !== undefined && image === undefined) return false;
    const args = {
      id,
      name,
      desc: form.values.desc,
      ...(image !== undefined && { image: image.id }),
    };
    const success = { duration: SUCCESS_DURATION };
    if (!(await mutate(workspaceCreate, args, { success, files: image?.files }))) return false;
    form.clear();
    return true;
  };
  const discard = () => {
    form.clear();
    pick(undefined);
  };
  return (
    <PanelForm
      title={i18n.t("Let's build a Workspace")}
      submit={i18n.t('Create workspace')}
      form={{ ...form, clear: discard }}
      hasFile={picture !== undefined}
      onSubmit={() => saveWith(submit)}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Select
          label={i18n.t('Organisation')}
          data={(organizations ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          required
          value={account?.orgId ?? null}
          description={
            (organizations?.length ?? 0) > 1 ? i18n.t('Choosing another one opens it.') : undefined
          }
          allowDeselect={false}
          onChange={(orgId) => {
            if (orgId !== null) void client.selectOrganization(orgId);
          }}
        />
        <TextInput
          label={i18n.t('Name')}
          required
          data-autofocus
          maxLength={200}
          {...form.text('name')}
        />
        <FileField
          label={i18n.t('Image')}
          withAsterisk
          accept="image/*"
          refusal={i18n.t('Only images can be added here')}
          value={picture}
          onChange={pick}
          shots={shots}
        />
        <Textarea
          label={i18n.t('Description')}
          autosize
          minRows={3}
          maxRows={12}
          {...form.text('desc')}
        />
      </Stack>
    </PanelForm>
  );
}
