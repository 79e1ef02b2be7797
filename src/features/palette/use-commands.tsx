import { useMantineColorScheme } from '@mantine/core';
import {
  IconActivity,
  IconBuilding,
  IconChartBar,
  IconChecklist,
  IconCirclePlus,
  IconCloudUpload,
  IconDeviceDesktop,
  IconFileImport,
  IconFileZip,
  IconFolderPlus,
  IconHome,
  IconKeyboard,
  IconLayoutKanban,
  IconListCheck,
  IconListDetails,
  IconLogout,
  IconMessages,
  IconMoon,
  IconNote,
  IconPalette,
  IconScan,
  IconStack2,
  IconSun,
  IconUser,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { mayInvite } from '../../../model/permissions/invitation.ts';
import { mayCreateProject } from '../../../model/permissions/project.ts';
import { mayCreateWorkspace } from '../../../model/permissions/workspace.ts';
import { useIsAdministrative } from '../../data/administrative.ts';
import type { PanelName } from '../../data/app-search.ts';
import { useAccount, useAllowed, useClient } from '../../data/client.tsx';
import { useMyOrganizations } from '../../data/organizations.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { PALETTES, THEME_COLOURS } from '../../ui/theme/colours.ts';
import { useThemeColour } from '../../ui/theme/theme-provider.tsx';
import type { Command } from './command.ts';
import { useTaskCommands } from './use-task-commands.tsx';

interface Extras {
  readonly onSignOut: () => void;
  readonly onNewTask: (text: string) => void;
  /** Text of the palette's field. */
  readonly text: string;
  readonly onShortcuts: () => void;
}

/** Commands for every screen and action that the person's current rights allow. */
export function useCommands(extras: Extras): readonly Command[] {
  return [
    ...useTaskCommands(),
    ...useNavigationCommands(),
    newTask(extras),
    ...useActionCommands(extras),
    ...useOrganizationChoice(),
    ...useAppearance(),
  ];
}

function useNavigationCommands(): readonly Command[] {
  const navigate = useNavigate();
  const isAdmin = useIsAdministrative();
  const go = (to: Parameters<typeof navigate>[0]) => () => void navigate(to);
  const section = 'Go to' as const;
  return [
    {
      id: 'home',
      title: i18n.t('Home'),
      section,
      icon: <IconHome {...SMALL_ICON} />,
      run: go({ to: '/home-view' }),
    },
    ...(isAdmin
      ? ([
          {
            id: 'tasks-details',
            title: i18n.t('Tasks Details'),
            keywords: 'overall task overview',
            section,
            icon: <IconListDetails {...SMALL_ICON} />,
            run: go({ to: '/organization/tasks-details' }),
          },
          {
            id: 'users',
            title: i18n.t('User Management'),
            keywords: 'people roles levels categories teams organisation',
            section,
            icon: <IconUsers {...SMALL_ICON} />,
            run: go({ to: '/organization-info' }),
          },
        ] as const)
      : []),
    {
      id: 'dashboard',
      title: i18n.t('Dashboard'),
      keywords: 'figures organisation live',
      section,
      icon: <IconChartBar {...SMALL_ICON} />,
      run: go({ to: '/dashboard' }),
    },
    {
      id: 'my-tasks',
      title: i18n.t('My Tasks'),
      keywords: 'assigned due overdue',
      section,
      icon: <IconListCheck {...SMALL_ICON} />,
      run: go({ to: '/mytasks' }),
    },
    {
      id: 'chat',
      title: i18n.t('Chat'),
      keywords: 'messages channels direct',
      section,
      icon: <IconMessages {...SMALL_ICON} />,
      run: go({ to: '/chat/users-list' }),
    },
    {
      id: 'profile',
      title: i18n.t('Profile'),
      keywords: 'password photo account sessions e-mail',
      section,
      icon: <IconUser {...SMALL_ICON} />,
      run: go({ to: '/profilepage' }),
    },
    {
      id: 'workspaces',
      title: i18n.t('Workspaces'),
      keywords: 'projects dashboard overview',
      section,
      icon: <IconStack2 {...SMALL_ICON} />,
      run: go({ to: '/workspace/dashboard' }),
    },
    {
      id: 'notes',
      title: i18n.t('Notes page'),
      section,
      icon: <IconNote {...SMALL_ICON} />,
      run: go({ to: '/notes-view' }),
    },
    {
      id: 'ready-for-offline',
      title: i18n.t('Ready for offline'),
      keywords: 'files photos storage device budget field',
      section,
      icon: <IconDeviceDesktop {...SMALL_ICON} />,
      run: go({ to: '/ready-for-offline' }),
    },
    {
      id: 'diagnostics',
      title: i18n.t('Diagnostics'),
      keywords: 'storage sync queue check version',
      section,
      icon: <IconActivity {...SMALL_ICON} />,
      run: go({ to: '/testingview' }),
    },
  ];
}

function useActionCommands({ onSignOut, onShortcuts }: Extras): readonly Command[] {
  const navigate = useNavigate();
  const account = useAccount();
  const allowed = useAllowed();
  const isAdmin = useIsAdministrative();
  const section = 'Do' as const;
  const open = (panel: PanelName) =>
    void navigate({ to: '.', search: (before) => ({ ...before, panel }) });
  const openIf = async (rule: Parameters<typeof allowed>[0], panel: PanelName) => {
    if (await allowed(rule)) open(panel);
  };
  return [
    {
      id: 'todo',
      title: i18n.t('Open Todo'),
      keywords: 'add new task list',
      section,
      icon: <IconChecklist {...SMALL_ICON} />,
      run: () => open('todo'),
    },
    {
      id: 'note',
      title: i18n.t('Open Notes'),
      keywords: 'add new note write',
      section,
      icon: <IconNote {...SMALL_ICON} />,
      run: () => open('notes'),
    },
    ...(isAdmin
      ? ([
          {
            id: 'add-project',
            title: i18n.t('Add Project'),
            keywords: 'new create board',
            section,
            icon: <IconLayoutKanban {...SMALL_ICON} />,
            run: () => void openIf(mayCreateProject, 'add-project'),
          },
          {
            id: 'add-workspace',
            title: i18n.t('Add Workspace'),
            keywords: 'new create',
            section,
            icon: <IconFolderPlus {...SMALL_ICON} />,
            run: () => void openIf(mayCreateWorkspace, 'add-workspace'),
          },
          {
            id: 'invite',
            title: i18n.t('Invite Members'),
            keywords: 'person mail new',
            section,
            icon: <IconUserPlus {...SMALL_ICON} />,
            run: () => void openIf(mayInvite, 'invite'),
          },
          {
            id: 'add-user',
            title: i18n.t('Add User'),
            keywords: 'new create person member',
            section,
            icon: <IconUserPlus {...SMALL_ICON} />,
            run: () => open('add-user'),
          },
        ] as const)
      : []),
    {
      id: 'outbox',
      title: i18n.t('Unsent changes'),
      keywords: 'outbox sync unsent refused',
      section,
      icon: <IconCloudUpload {...SMALL_ICON} />,
      run: () => open('outbox'),
    },
    {
      id: 'send',
      title: i18n.t('Sync now'),
      keywords: 'send wake refresh',
      section,
      icon: <IconCloudUpload {...SMALL_ICON} />,
      run: () => account?.wake(),
    },
    ...toolCommands(open),
    {
      id: 'shortcuts',
      title: i18n.t('Keyboard shortcuts'),
      keywords: 'help keys',
      section,
      keys: '?',
      icon: <IconKeyboard {...SMALL_ICON} />,
      run: onShortcuts,
    },
    {
      id: 'logout',
      title: i18n.t('Logout'),
      keywords: 'sign out leave',
      section,
      icon: <IconLogout {...SMALL_ICON} />,
      run: onSignOut,
    },
  ];
}

/** Panels that bring data in and out. */
function toolCommands(open: (panel: PanelName) => void): readonly Command[] {
  const section = 'Do' as const;
  return [
    {
      id: 'export',
      title: i18n.t('Export'),
      keywords: 'download everything my data archive zip json csv backup',
      section,
      icon: <IconFileZip {...SMALL_ICON} />,
      run: () => open('export'),
    },
    {
      id: 'import',
      title: i18n.t('Import'),
      keywords: 'trello csv json table board bring',
      section,
      icon: <IconFileImport {...SMALL_ICON} />,
      run: () => open('import'),
    },
    {
      id: 'scan',
      title: i18n.t('Scan a code'),
      keywords: 'qr barcode camera task open',
      section,
      icon: <IconScan {...SMALL_ICON} />,
      run: () => open('scan'),
    },
  ];
}

function newTask({ text, onNewTask }: Extras): Command {
  const name = newTaskIn(text);
  return {
    id: 'new-task',
    title: name === '' ? i18n.t('New task') : i18n.t('New task: {name}', { name }),
    keywords: 'add create write',
    section: 'Do',
    icon: <IconCirclePlus {...SMALL_ICON} />,
    keys: 'C',
    run: () => onNewTask(name),
  };
}

/** Text after the title of the command or its English synonym: the task that the person is writing in the palette. */
function newTaskIn(text: string): string {
  const typed = text.trimStart();
  const start = [i18n.t('New task'), 'new task', 'add task'].find((one) =>
    typed.toLowerCase().startsWith(one.toLowerCase()),
  );
  if (start === undefined) return '';
  return /^:?\s+(.+)$/.exec(typed.slice(start.length))?.[1]?.trim() ?? '';
}

function useOrganizationChoice(): readonly Command[] {
  const client = useClient();
  const account = useAccount();
  const navigate = useNavigate();
  const others = useMyOrganizations()?.filter(({ id }) => id !== account?.orgId) ?? [];
  return others.map(({ id, name }) => ({
    id: `organization-${id}`,
    title: i18n.t('Switch to {name}', { name }),
    keywords: 'organisation organization change',
    section: 'Organisations',
    icon: <IconBuilding {...SMALL_ICON} />,
    run: () => void client.selectOrganization(id).then(() => navigate({ to: '/home-view' })),
  }));
}

function useAppearance(): readonly Command[] {
  const { colour, setColour } = useThemeColour();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const schemes = [
    { value: 'light', title: i18n.t('Light'), icon: <IconSun {...SMALL_ICON} /> },
    { value: 'dark', title: i18n.t('Dark'), icon: <IconMoon {...SMALL_ICON} /> },
    { value: 'auto', title: i18n.t('System'), icon: <IconDeviceDesktop {...SMALL_ICON} /> },
  ] as const;
  const section = 'Appearance' as const;
  return [
    ...THEME_COLOURS.filter((name) => name !== colour).map((name) => ({
      id: `theme-${name}`,
      title: i18n.t('Theme: {name}', { name: i18n.t(PALETTES[name].label) }),
      keywords: 'colour color appearance',
      section,
      icon: <IconPalette {...SMALL_ICON} />,
      run: () => setColour(name),
    })),
    ...schemes
      .filter(({ value }) => value !== colorScheme)
      .map(({ value, title, icon }) => ({
        id: `scheme-${value}`,
        title: i18n.t('Brightness: {name}', { name: title }),
        keywords: 'appearance theme mode',
        section,
        icon,
        run: () => setColorScheme(value),
      })),
  ];
}
