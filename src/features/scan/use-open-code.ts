import { useNavigate } from '@tanstack/react-router';
import { useAccount, useClient } from '../../data/client.tsx';
import { useMyOrganizations } from '../../data/organizations.ts';
import { findTaskPlace } from '../../data/task-place.ts';
import { i18n } from '../../i18n/i18n.ts';
import { readCode } from './read-code.ts';

/** What a person reads when a code opened nothing. */
export interface Outcome {
  readonly title: string;
  readonly hint?: string;
  readonly choice?: { readonly label: string; readonly run: () => void };
}

/**
 * Opens the task of a scanned code, from this device alone. Undefined: it is opening; otherwise the reason why it
 * cannot be.
 */
export function useOpenCode(): (text: string) => Promise<Outcome | undefined> {
  const client = useClient();
  const account = useAccount();
  const organizations = useMyOrganizations();
  const navigate = useNavigate();
  return async (text) => {
    if (account === undefined) return undefined;
    const code = readCode(text, window.location.origin);
    if (code.kind === 'foreign') {
      return {
        title: i18n.t('This is not the code of a task'),
        hint: i18n.t('Cairn opens the codes that "Show code" of a task shows or prints.'),
      };
    }
    if (code.kind === 'elsewhere') {
      return {
        title: i18n.t('This code is of another Cairn'),
        hint: i18n.t('It belongs to {host}. Open it there.', { host: code.host }),
      };
    }
    const { task, organization } = code;
    const open = async (slug: string) => {
      await navigate({ to: '/workspace/$slug', params: { slug }, search: { task } });
    };
    if (organization !== undefined && organization !== account.orgId) {
      const other = organizations?.find(({ id }) => id === organization);
      if (other === undefined) return otherOrganization();
      const { name } = other;
      return {
        title: i18n.t('This task is of {name}', { name }),
        hint: i18n.t('You are in another organisation now.'),
        choice: {
          label: i18n.t('Switch to {name}', { name }),
          run: () => void client.selectOrganization(organization).then(() => open(code.slug)),
        },
      };
    }
    // A task that was moved has another address than its printed code.
    const place = await findTaskPlace(account, code);
    if (place === undefined) return notHere();
    await open(place);
    return undefined;
  };
}

function otherOrganization(): Outcome {
  return {
    title: i18n.t('This task is of another organisation'),
    hint: i18n.t('You do not belong to it on this device.'),
  };
}

function notHere(): Outcome {
  return {
    title: i18n.t('This task is not on this device'),
    hint: i18n.t('Either it is gone, you have no access to it, or it has not been downloaded yet.'),
  };
}
