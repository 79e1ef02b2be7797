/** People of the demo organisation, the founder first. */
export interface DemoPerson {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly role: 'Administrator' | 'Manager' | 'Coordinator' | 'Member';
}

export const DEMO_PASSWORD = 'stones-mark-the-way';

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { name: 'Ailsa Murray', email: 'ailsa', phone: '+44 1397 555010', role: 'Administrator' },
  { name: 'Tomasz Zieliński', email: 'tomasz', phone: '+44 1397 555011', role: 'Manager' },
  { name: 'Priya Raman', email: 'priya', phone: '+44 1397 555012', role: 'Manager' },
  { name: 'Callum Fraser', email: 'callum', phone: '+44 1397 555013', role: 'Coordinator' },
  { name: 'Ingrid Solheim', email: 'ingrid', phone: '+44 1397 555014', role: 'Coordinator' },
  { name: 'Mairi MacLeod', email: 'mairi', phone: '+44 1397 555015', role: 'Member' },
  { name: 'Joe Okafor', email: 'joe', phone: '+44 1397 555016', role: 'Member' },
  { name: 'Elena Petrova', email: 'elena', phone: '+44 1397 555017', role: 'Member' },
  { name: 'Hamish Grant', email: 'hamish', phone: '+44 1397 555018', role: 'Member' },
  { name: 'Sofia Almeida', email: 'sofia', phone: '+44 1397 555019', role: 'Member' },
  { name: 'Ruaridh Sinclair', email: 'ruaridh', phone: '+44 1397 555020', role: 'Member' },
  { name: 'Nadia Haddad', email: 'nadia', phone: '+44 1397 555021', role: 'Member' },
];

/** Personal notes of the founder and of a field member: tag, title, text. */
export const DEMO_NOTES: readonly (readonly [string, string, string])[] = [
  [
    'Field',
    'What to carry on path days',
    'Mattock, two shovels, pinch bar, first aid kit, spare radio battery. The bothy at the ford has a dry box with lime and twine.',
  ],
  [
    'Field',
    'Gate codes are with the keeper',
    'Ring the keeper the evening before. The lower gate is locked during stalking, from 1 July to 20 October.',
  ],
  [
    'Meetings',
    'Questions for the estate',
    'Who pays for the culvert? May the helicopter land by the fank? When do the ewes come down?',
  ],
  [
    'Meetings',
    'Trustees, autumn',
    'They want one page: metres repaired, volunteer days, what is left of the grant, and one photograph.',
  ],
  [
    'Ideas',
    'Before and after photographs',
    'Same stone, same height, same lens. Mark the spot with a dab of chalk and write down the grid reference.',
  ],
  [
    'Ideas',
    'A quieter sign',
    'Fewer words. An arrow, the name of the place, the time on foot. Larch, not plastic.',
  ],
  [
    'Reading',
    'Upland path repair, notes',
    'Water first: a path that sheds water needs no stone. Pitch only where the grade leaves no choice.',
  ],
];
