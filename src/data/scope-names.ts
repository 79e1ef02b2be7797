import {
  ADMIN_SCOPE,
  groupOfScope,
  ORGANIZATION_SCOPE,
  peopleOfDirect,
  PERSONAL_SCOPE,
  projectOfScope,
  workspaceOfScope,
} from '../../model/entities/scopes.ts';
import { findGroup, findPerson, findProject, findWorkspace } from '../../sync/client/index.ts';
import { i18n } from '../i18n/i18n.ts';
import { useActor, useLive } from './client.tsx';
import { shownName } from './person-name.ts';

type Db = Parameters<typeof findProject>[0];

/** Names of scopes as a person knows them; while they are read, the kind of scope alone. */
export function useScopeNames(scopes: readonly string[]): (scope: string) => string {
  const me = useActor()?.orgUserId;
  const all = [...new Set(scopes)].toSorted();
  const names = useLive(
    async (db) => {
      const read = async (scope: string) => [scope, await nameOf(db, scope, me)] as const;
      return new Map(await Promise.all(all.map(read)));
    },
    [all.join(' '), me],
  );
  return (scope) => formatScope(scope, names === undefined ? '…' : names.get(scope));
}

/** Name of the row that the scope is called after; undefined when it is not on this device. */
async function nameOf(db: Db, scope: string, me: string | undefined): Promise<string | undefined> {
  const project = projectOfScope(scope);
  if (project !== undefined) return (await findProject(db, project))?.name;
  const workspace = workspaceOfScope(scope);
  if (workspace !== undefined) return (await findWorkspace(db, workspace))?.name;
  const group = groupOfScope(scope);
  if (group !== undefined) return (await findGroup(db, group))?.name;
  const other = peopleOfDirect(scope)?.find((one) => one !== me);
  const person = other === undefined ? undefined : await findPerson(db, other);
  return person && shownName(person.display_name);
}

function formatScope(scope: string, name: string | undefined): string {
  if (scope === ORGANIZATION_SCOPE) return i18n.t('People and settings of the organization');
  if (scope === ADMIN_SCOPE) return i18n.t('Invitations');
  if (scope === PERSONAL_SCOPE) return i18n.t('Your notes and lists');
  if (scope.startsWith('inbox:')) return i18n.t('Your notifications');
  if (projectOfScope(scope) !== undefined) {
    return name === undefined
      ? i18n.t('A project that is not on this device any more')
      : i18n.t('Project {name}', { name });
  }
  if (workspaceOfScope(scope) !== undefined) {
    return name === undefined
      ? i18n.t('A workspace that is not on this device any more')
      : i18n.t('Workspace {name}', { name });
  }
  return name === undefined
    ? i18n.t('A conversation that is not on this device any more')
    : i18n.t('Conversation {name}', { name });
}
