/** People of the demo organisation, the founder first. */
export interface DemoPerson {
  readonly name: string;
  /** The part of the address before the `@`; texts of the demo name people by it. */
  readonly email: string;
  readonly phone: string;
  /** Name of one of `DEMO_ROLES`. */
  readonly role: string;
}

export const DEMO_PASSWORD = 'stones-mark-the-way';

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { name: 'Ailsa Murray', email: 'ailsa', phone: '+44 1397 555010', role: 'Director' },
  {
    name: 'Tomasz Zieliński',
    email: 'tomasz',
    phone: '+44 1397 555011',
    role: 'Operations manager',
  },
  { name: 'Priya Raman', email: 'priya', phone: '+44 1397 555012', role: 'Fundraising manager' },
  { name: 'Callum Fraser', email: 'callum', phone: '+44 1397 555013', role: 'Path team leader' },
  { name: 'Ingrid Solheim', email: 'ingrid', phone: '+44 1397 555014', role: 'Huts coordinator' },
  { name: 'Mairi MacLeod', email: 'mairi', phone: '+44 1397 555015', role: 'Path ranger' },
  { name: 'Joe Okafor', email: 'joe', phone: '+44 1397 555016', role: 'Path ranger' },
  { name: 'Elena Petrova', email: 'elena', phone: '+44 1397 555017', role: 'Hut warden' },
  { name: 'Hamish Grant', email: 'hamish', phone: '+44 1397 555018', role: 'Bridge inspector' },
  { name: 'Sofia Almeida', email: 'sofia', phone: '+44 1397 555019', role: 'Membership secretary' },
  {
    name: 'Ruaridh Sinclair',
    email: 'ruaridh',
    phone: '+44 1397 555020',
    role: 'Volunteer leader',
  },
  { name: 'Nadia Haddad', email: 'nadia', phone: '+44 1397 555021', role: 'Hut warden' },
];

export interface DemoRole {
  readonly name: string;
  readonly short: string;
  readonly category: string;
  readonly level: 'Level 1' | 'Level 2' | 'Level 3' | 'Member';
}

/** Categories of the organisation, with their short names. The first one is the one that a sign-up creates, renamed. */
export const DEMO_CATEGORIES: readonly (readonly [string, string])[] = [
  ['Management', 'MAN'],
  ['Path team', 'PTH'],
  ['Huts', 'HUT'],
  ['Office', 'OFF'],
  ['Volunteers', 'VOL'],
];

/** Roles of the organisation. The four that a sign-up creates are renamed to the first of their level. */
export const DEMO_ROLES: readonly DemoRole[] = [
  { name: 'Director', short: 'DIR', category: 'Management', level: 'Level 1' },
  { name: 'Operations manager', short: 'OPS', category: 'Management', level: 'Level 2' },
  { name: 'Project coordinator', short: 'PRC', category: 'Management', level: 'Level 3' },
  { name: 'Trustee', short: 'TRU', category: 'Management', level: 'Member' },
  { name: 'Fundraising manager', short: 'FUN', category: 'Office', level: 'Level 2' },
  { name: 'Membership secretary', short: 'MEM', category: 'Office', level: 'Member' },
  { name: 'Path team leader', short: 'PTL', category: 'Path team', level: 'Level 3' },
  { name: 'Path ranger', short: 'RNG', category: 'Path team', level: 'Member' },
  { name: 'Bridge inspector', short: 'BRI', category: 'Path team', level: 'Member' },
  { name: 'Huts coordinator', short: 'HUC', category: 'Huts', level: 'Level 3' },
  { name: 'Hut warden', short: 'HUW', category: 'Huts', level: 'Member' },
  { name: 'Volunteer leader', short: 'VOL', category: 'Volunteers', level: 'Member' },
];

/** Teams: name, members. */
export const DEMO_TEAMS: readonly (readonly [string, readonly string[]])[] = [
  ['Path team', ['callum', 'mairi', 'joe', 'hamish']],
  ['Hut wardens', ['ingrid', 'elena', 'nadia']],
  ['Office', ['ailsa', 'tomasz', 'priya', 'sofia']],
  ['First aiders', ['mairi', 'ruaridh', 'elena', 'callum']],
  ['Drivers of the pick-up', ['tomasz', 'callum', 'joe', 'hamish', 'ruaridh']],
];
