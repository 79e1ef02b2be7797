import type { FeaturedTask } from './featured-task.ts';

/** Cards: To survey, Planned, On the hill, To inspect, Done. */
export const FOOTBRIDGES: readonly FeaturedTask[] = [
  {
    name: 'Replace the deck at Allt Mòr',
    description:
      '84 larch boards, 150 by 50, stainless screws. The bridge is limited to two people at a time until this is done.\n\nBring six spare boards and the long drill bits.',
    card: 2,
    label: 'Repair',
    priority: 0,
    creator: 'tomasz',
    assignees: ['hamish', 'mairi'],
    collaborators: ['callum'],
    age: 21,
    due: 4,
    files: [
      { photo: 'bridge', name: 'Deck from the south.jpg', caption: 'Seven boards are soft' },
      { photo: 'ford', name: 'Abutment.jpg', caption: 'Scour below the south abutment' },
      { document: 'Bridge inspection - Allt Mor.pdf' },
      { document: 'Larch boards - quotes.csv' },
    ],
    picture: 'bridge',
    subtasks: [
      ['Order the boards', true],
      ['Carry the boards to the bridge', true],
      ['Take off the old deck, upstream half', true],
      ['New deck, upstream half', false],
      ['Downstream half', false],
      ['Load test and new sign', false],
    ],
    comments: [
      {
        who: 'hamish',
        at: '13d 11:15',
        text: 'Report of the inspection. Seven boards are soft, the north beam can wait a year.',
        file: { document: 'Bridge inspection - Allt Mor.pdf' },
      },
      {
        who: 'tomasz',
        at: '12d 14:00',
        text: 'Three quotes. I would take the sawmill: cheapest, and they deliver to the road end.',
        file: { document: 'Larch boards - quotes.csv' },
      },
      {
        who: 'mairi',
        at: '2d 17:40',
        text: 'Boards are at the bridge, 84 plus six. My shoulders have met them all.',
      },
    ],
  },
  {
    name: 'Inspect the island bridge',
    description: 'Bearings, beams, deck, handrail, scour at both abutments. Rate each from 1 to 5.',
    card: 1,
    label: 'Inspection',
    priority: 2,
    creator: 'tomasz',
    assignees: ['hamish'],
    age: 10,
    due: 8,
  },
  {
    name: 'Gabion at the south abutment of Allt Mòr',
    description:
      'Scour 30 cm below the toe. One basket of two cubic metres; stone from the river bed is not allowed.',
    card: 0,
    label: 'Repair',
    priority: 1,
    creator: 'tomasz',
    assignees: ['callum'],
    age: 6,
    due: 24,
    comments: [
      {
        who: 'callum',
        at: '3d 08:30',
        text: 'We could put the stone into the lift for the peat hags: two more bags.',
      },
    ],
  },
  {
    name: 'Load signs for Eas Dubh and the mill race',
    description: 'Two people at a time, no ponies. Larch board, letters burnt in.',
    card: 3,
    label: 'Signs',
    priority: 3,
    creator: 'tomasz',
    assignees: ['joe'],
    age: 18,
    due: 1,
    ticked: '2d 16:00',
    isWaiting: true,
  },
];

export const WAYMARKS: readonly FeaturedTask[] = [
  {
    name: 'Rebuild the cairn on the north ridge',
    description:
      'The last one before the corner where people walk into the corrie in mist. Wide foot, stones lying flat, chest high. Remove the small heaps around it.',
    card: 2,
    label: 'Cairns',
    priority: 1,
    creator: 'callum',
    assignees: ['mairi'],
    collaborators: ['elena'],
    age: 13,
    due: 5,
    picture: 'cairn-in-mist',
    comments: [
      {
        who: 'elena',
        at: '5d 20:15',
        text: 'Two people came to the hut last night after an hour in the wrong glen. This one matters.',
      },
      {
        who: 'mairi',
        at: '4d 07:30',
        text: 'Foot is laid. I need one dry day and somebody to pass stones.',
      },
    ],
  },
  {
    name: 'Finger post at the coffin road',
    description:
      'Post 2.4 m, 60 cm in the ground, packed with stone, no concrete. Two arms: the bealach 2 h, the village 45 min.',
    card: 1,
    label: 'Signs',
    priority: 2,
    creator: 'callum',
    assignees: ['joe'],
    age: 11,
    due: 3,
    picture: 'signpost',
    subtasks: [
      ['Arms routed and oiled', true],
      ['Hole dug', false],
      ['Post set and packed', false],
    ],
    comments: [
      {
        who: 'sofia',
        at: '6d 13:20',
        text: 'Three members have asked for the Gaelic names on it. I have the spellings.',
      },
    ],
  },
  {
    name: 'Ladder stile over the new deer fence',
    description:
      'The estate has fenced the old line of the path. Stile on our side of the strainer, steps at 25 cm.',
    card: 0,
    label: 'Access',
    priority: 2,
    creator: 'callum',
    assignees: ['mairi'],
    age: 5,
    due: 12,
    start: 6,
    picture: 'fence',
    comments: [
      {
        who: 'callum',
        at: '1d 19:05',
        text: 'The estate pays for the timber. @Mairi MacLeod, could you draw up the list of boards?',
      },
    ],
  },
  {
    name: 'Take down the paint marks on the plateau',
    description:
      'Wire brush, no solvents. Note where people had put them: it shows where they doubt.',
    card: 4,
    label: 'Cairns',
    priority: 3,
    creator: 'callum',
    assignees: ['mairi'],
    age: 26,
    due: -6,
    ticked: '7d 15:45',
  },
];

export const LOCH_PATH: readonly FeaturedTask[] = [
  {
    name: 'Resurface the shore path',
    description: '1.2 km between the boathouse and the birches.',
    card: 4,
    label: 'Stonework',
    priority: 2,
    creator: 'callum',
    assignees: ['mairi'],
    age: 58,
    due: -44,
    picture: 'loch',
    ticked: '45d 16:00',
  },
  {
    name: 'Bench above the boathouse',
    description: 'Oak, with the plate of the family that gave it.',
    card: 4,
    label: 'Access',
    priority: 3,
    creator: 'callum',
    assignees: ['joe'],
    age: 57,
    due: -43,
    ticked: '44d 15:00',
  },
];
