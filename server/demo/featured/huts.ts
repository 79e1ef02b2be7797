import type { FeaturedTask } from './featured-task.ts';

/** Cards: To check, To do, Waiting for parts, Done. */
export const WINTER_READINESS: readonly FeaturedTask[] = [
  {
    name: 'Corrie hut: everything in before the first snow',
    description:
      'Walk through with the list: water, stove, roof, food chest, radio. The hut stays open all winter, so whatever is missing now is missing in January.',
    card: 1,
    label: 'Safety',
    priority: 0,
    creator: 'ingrid',
    assignees: ['elena'],
    collaborators: ['nadia', 'mairi'],
    age: 15,
    due: 1,
    picture: 'hut-in-snow',
    subtasks: [
      ['Drain the outside tap', true],
      ['Sweep the chimney', true],
      ['Test the alarm and the radio', true],
      ['Fill the food chest', false],
      ['New batteries for the lamp at the door', false],
    ],
    comments: [
      {
        who: 'elena',
        at: '3d 10:30',
        text: 'Chimney is clean, half a bucket of soot. Radio check with the base at ten: five by five.',
      },
      {
        who: 'ingrid',
        at: '2d 08:05',
        text: 'Stock list of all five huts. The Ridge hut worries me: no gas, and the first aid box is out of date.',
        file: { document: 'Hut stock list.csv' },
      },
      {
        who: 'nadia',
        at: '75m',
        text: 'I can carry gas to the Ridge hut tomorrow if somebody drives me to the road end.',
      },
    ],
  },
  {
    name: 'Firewood for the Loch hut',
    description:
      'Two cubic metres, bark up, off the ground. The boat takes half a metre at a time.',
    card: 1,
    label: 'Supplies',
    priority: 2,
    creator: 'ingrid',
    assignees: ['mairi'],
    collaborators: ['hamish'],
    age: 7,
    due: 0,
    picture: 'firewood',
    comments: [
      {
        who: 'hamish',
        at: '1d 20:00',
        text: 'Boat is fuelled and at the jetty. @Mairi MacLeod, key as always.',
      },
    ],
  },
  {
    name: 'Slates on the west side of the Ridge hut',
    description: 'About thirty are loose. Copper nails, and two people on the rope.',
    card: 2,
    label: 'Repair',
    priority: 1,
    creator: 'ingrid',
    assignees: ['hamish'],
    age: 19,
    due: -3,
    comments: [
      {
        who: 'hamish',
        at: '6d 12:00',
        text: 'The merchant has the right thickness only from next week. I have put a tarpaulin over the worst.',
      },
    ],
  },
  {
    name: 'Check the stove flue in the Birch hut',
    description: 'Somebody wrote in the hut book that it smokes with an east wind.',
    card: 0,
    label: 'Safety',
    priority: 1,
    creator: 'ingrid',
    assignees: ['nadia'],
    age: 3,
    due: 7,
  },
  {
    name: 'New mattresses for the Shepherd hut',
    description: 'Eight, washable covers. The old ones go to the kennels.',
    card: 3,
    label: 'Supplies',
    priority: 3,
    creator: 'ingrid',
    assignees: ['nadia'],
    age: 30,
    due: -9,
    picture: 'hut-in-summer',
    ticked: '10d 14:30',
  },
];

/** Cards: Backlog, Planned, On site, Snagging, Done. */
export const CORRIE_HUT: readonly FeaturedTask[] = [
  {
    name: 'Agree the plan of the drying room',
    description:
      'Rails for forty jackets, a floor that drains, and the stove on the inner wall. Architect, warden and building control sign the same sheet.',
    card: 2,
    label: 'Planning',
    priority: 1,
    creator: 'ingrid',
    assignees: ['tomasz'],
    collaborators: ['elena', 'ailsa'],
    age: 22,
    due: 3,
    picture: 'plan',
    subtasks: [
      ['Warden', true],
      ['Architect', true],
      ['Building control', false],
    ],
    comments: [
      {
        who: 'elena',
        at: '8d 21:00',
        text: 'The door must open outwards: forty wet people do not step back.',
      },
      {
        who: 'tomasz',
        at: '4d 11:30',
        text: 'Changed, see the new sheet.',
        file: { photo: 'plan', name: 'Drying room, sheet 3.jpg' },
      },
      {
        who: 'ingrid',
        at: '50m',
        text: 'Building control comes on Thursday. @Ailsa Murray, will you be there?',
      },
    ],
  },
  {
    name: 'Helicopter lift of the timber',
    description: 'Six rotations of 800 kg. Nets numbered, landing site marked with lime.',
    card: 1,
    label: 'Logistics',
    priority: 1,
    creator: 'tomasz',
    assignees: ['tomasz'],
    collaborators: ['ingrid'],
    age: 12,
    due: 10,
    comments: [
      {
        who: 'tomasz',
        at: '6d 09:40',
        text: 'Same pilot and same day as the stone for the path team: we share the ferry flight.',
        file: { document: 'Helicopter lift - plan.pdf' },
      },
    ],
  },
  {
    name: 'Insulate the north wall',
    description: 'Sheep wool, 140 mm. No gaps behind the battens.',
    card: 0,
    label: 'Building',
    priority: 2,
    creator: 'ingrid',
    assignees: ['nadia'],
    age: 9,
    due: 28,
  },
];
