import '@mantine/core/styles/Tabs.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Button, Tabs } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { Suspense, useEffect, useRef } from 'react';
import { isAdministrative } from '../../../model/permissions/actor.ts';
import { mayEditOrganization } from '../../../model/permissions/organization.ts';
import { mayManageSingleSignOn } from '../../../model/permissions/single-sign-on.ts';
import { mayExportOrganization } from '../../../model/permissions/organization-archive.ts';
import { mayManageWebhooks } from '../../../model/permissions/webhook.ts';
import { useInvitations } from '../../data/administration.ts';
import { useActor } from '../../data/client.tsx';
import { useOrganization } from '../../data/organization.ts';
import { usePeople, useRoles } from '../../data/people.ts';
import { i18n, type Message, message } from '../../i18n/i18n.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { CategoriesTab } from './roles/categories-tab.tsx';
import { InvitationsTab } from './invitations/invitations-tab.tsx';
import { LevelsTab } from './roles/levels-tab.tsx';
import styles from './organization-page.module.css';
import { type Tab, type TabProps, TABS } from './organization-search.ts';
import { PeopleTab } from './members/people-tab.tsx';
import { RolesTab } from './roles/roles-tab.tsx';
import { TeamsTab } from './teams/teams-tab.tsx';
import { useOpenPanel } from './use-open-panel.ts';
import { prefetch } from '../../ui/prefetch.ts';

const { Component: ActivityTab } = prefetch(
  async () => (await import('./activity/activity-tab.tsx')).ActivityTab,
);

const { Component: ProgramsTab } = prefetch(
  async () => (await import('./programs/programs-tab.tsx')).ProgramsTab,
);

const { Component: SignOnTab } = prefetch(
  async () => (await import('./sign-on/sign-on-tab.tsx')).SignOnTab,
);

const { Component: ArchiveTab } = prefetch(
  async () => (await import('./archive/archive-tab.tsx')).ArchiveTab,
);

const { Component: RetentionTab } = prefetch(
  async () => (await import('./retention/retention-tab.tsx')).RetentionTab,
);

const { Component: SecurityTab } = prefetch(
  async () => (await import('./security/security-tab.tsx')).SecurityTab,
);

/** User management: people, levels, categories, roles, teams, invitations, activity (sessions spec, 2). */
export function OrganizationPage({ search, onSearch }: TabProps) {
  const actor = useActor();
  const organization = useOrganization();
  const { add } = useOpenPanel();
  const wanted = search.tab ?? 'user';
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A phone does not show all tabs: scroll the open one into view, horizontally only.
    const open = bar.current?.querySelector<HTMLElement>(`[data-tab="${wanted}"]`);
    bar.current?.scrollTo({ left: (open?.offsetLeft ?? 0) - 40 });
  }, [wanted, actor]);
  if (actor === undefined) return null;
  if (!isAdministrative(actor)) {
    return (
      <Page title={i18n.t('User Management')}>
        <EmptyState text={i18n.t('Only levels 1 to 3 manage people')} />
      </Page>
    );
  }
  const refusals: Partial<Record<Tab, unknown>> = {
    programs: mayManageWebhooks(actor),
    'sign-on': mayManageSingleSignOn(actor),
    archive: mayExportOrganization(actor),
    retention: mayEditOrganization(actor),
  };
  const tabs = TABS.filter((one) => refusals[one] === undefined);
  const tab = tabs.find((one) => one === wanted) ?? 'user';
  const choose = (next: string | null) => {
    const found = TABS.find((one) => one === next) ?? 'user';
    onSearch({ ...NOTHING, tab: found === 'user' ? undefined : found });
  };
  return (
    <Page
      title={i18n.t('User Management')}
      hint={organization?.name ?? <span>&nbsp;</span>}
      actions={
        mayEditOrganization(actor) === undefined ? (
          <Button
            variant="default"
            leftSection={<IconSettings {...SMALL_ICON} aria-hidden />}
            onClick={() => void add('organization', mayEditOrganization)}
          >
            {i18n.t('Organisation')}
          </Button>
        ) : null
      }
    >
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <div ref={bar} className={styles['tabs']}>
          <Tabs.List className={styles['list'] ?? ''}>
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one} data-tab={one}>
                {i18n.t(LABELS[one])}
                {one === 'invitation' ? <PendingCount /> : null}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </div>
        {tabs.map((one) => (
          <Tabs.Panel key={one} value={one}>
            {one === tab ? <Content tab={one} search={search} onSearch={onSearch} /> : null}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

/** A new tab starts without the filters of the previous one. */
const NOTHING = {
  q: undefined,
  category: undefined,
  level: undefined,
  state: undefined,
  sort: undefined,
  kind: undefined,
  by: undefined,
  event: undefined,
  since: undefined,
} as const;

const LABELS: Readonly<Record<Tab, Message>> = {
  user: message('Users'),
  level: message('Permission Level'),
  category: message('Category'),
  role: message('Roles'),
  team: message('Teams'),
  invitation: message('Invitations'),
  activity: message('Activity'),
  security: message('Security'),
  programs: message('Programs'),
  'sign-on': message('Signing in'),
  archive: message('Data'),
  retention: message('Retention'),
};

/** Number of open invitations. */
function PendingCount() {
  const pending = useInvitations()?.filter(({ state }) => state === 'pending').length ?? 0;
  if (pending === 0) return null;
  // The space separates the words for screen readers.
  return (
    <>
      {' '}
      <span className={styles['pending']}>{pending}</span>
    </>
  );
}

function Content({ tab, search, onSearch }: TabProps & { readonly tab: Tab }) {
  const people = usePeople();
  const lists = useRoles();
  // The list contains at least the viewer: an empty one means that the first download is running.
  if (people === undefined || people.length === 0 || lists === undefined) return <LoadingRows />;
  const props = { people, lists, search, onSearch };
  switch (tab) {
    case 'user':
      return <PeopleTab {...props} />;
    case 'level':
      return <LevelsTab {...props} />;
    case 'category':
      return <CategoriesTab {...props} />;
    case 'role':
      return <RolesTab {...props} />;
    case 'team':
      return <TeamsTab {...props} />;
    case 'invitation':
      return <InvitationsTab {...props} />;
    case 'activity':
      return (
        <Suspense fallback={<LoadingRows />}>
          <ActivityTab key={`${search.kind ?? ''}|${search.by ?? ''}`} {...props} />
        </Suspense>
      );
    case 'programs':
      return (
        <Suspense fallback={<LoadingRows />}>
          <ProgramsTab />
        </Suspense>
      );
    case 'sign-on':
      return (
        <Suspense fallback={<LoadingRows />}>
          <SignOnTab lists={lists} />
        </Suspense>
      );
    case 'archive':
      return (
        <Suspense fallback={<LoadingRows />}>
          <ArchiveTab people={people} />
        </Suspense>
      );
    case 'retention':
      return (
        <Suspense fallback={<LoadingRows />}>
          <RetentionTab />
        </Suspense>
      );
    case 'security':
      return (
        <Suspense fallback={<LoadingRows />}>
          <SecurityTab
            key={`${search.event ?? ''}|${search.by ?? ''}|${search.since ?? ''}`}
            {...props}
          />
        </Suspense>
      );
  }
}
