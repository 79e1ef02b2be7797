import type { FeaturedTask } from './featured-task.ts';

/** Cards: To survey, Planned, On the hill, To inspect, Done. */
export const GLEN_CORRIE: readonly FeaturedTask[] = [
  {
    name: 'Pitch the steep steps below the bealach',
    description:
      'Forty steps of local stone where the path has become a gully. Stone from the scree only, the long side into the slope.\n\nNo step higher than 20 cm. Leave no gap that a boot fits in, and end every flight with a water bar.',
    card: 2,
    label: 'Stonework',
    priority: 1,
    creator: 'callum',
    assignees: ['mairi'],
    collaborators: ['joe', 'hamish'],
    age: 16,
    due: 2,
    picture: 'steps',
    subtasks: [
      ['Sort the stone by size', true],
      ['Dig out the lowest ten steps', true],
      ['Set steps 1 to 20', true],
      ['Set steps 21 to 40', false],
      ['Water bar at the top and the bottom', false],
      ['Turf the edges', false],
    ],
    comments: [
      {
        who: 'mairi',
        at: '6d 16:40',
        text: 'First twenty are in. The stone from the upper scree splits well, we hardly need the hammer.',
        file: { photo: 'work-party', name: 'On the way to the steps.jpg' },
      },
      {
        who: 'callum',
        at: '5d 08:15',
        text: 'Lovely line. Watch the third one, it rocks a little on the left.',
      },
      {
        who: 'joe',
        at: '3d 17:05',
        text: 'Fixed with a wedge. I have left the straps and the sledge under the tarpaulin by the big boulder.',
      },
      {
        who: 'callum',
        at: '110m',
        text: '@Mairi MacLeod can you finish the top ten before the weekend? The volunteers walk up that way on Saturday.',
      },
    ],
  },
  {
    name: 'Clear the cross drains in the pine wood',
    description:
      'Nine drains between the gate and the second burn. Down to the mineral soil, and throw the spoil downhill, never on the path.',
    card: 2,
    label: 'Drainage',
    priority: 2,
    creator: 'callum',
    assignees: ['mairi'],
    age: 9,
    due: 0,
    subtasks: [
      ['Drains 1 to 4', true],
      ['Drains 5 to 9', false],
    ],
    comments: [
      {
        who: 'mairi',
        at: '2d 15:30',
        text: 'Four are done. Number five has a dead spruce across it, I need the saw.',
      },
      { who: 'hamish', at: '1d 09:20', text: 'The saw is in the pick-up, sharpened.' },
    ],
  },
  {
    name: 'Zigzags above the fank: close the short cuts',
    description:
      'People cut three corners, and the rain follows them. Turf over the side tracks, put boulders where the eye looks for the way, and leave the view open.',
    card: 1,
    label: 'Restoration',
    priority: 1,
    creator: 'callum',
    assignees: ['joe'],
    collaborators: ['mairi', 'ruaridh'],
    age: 12,
    due: 6,
    picture: 'zigzags',
    comments: [
      {
        who: 'joe',
        at: '4d 12:10',
        text: 'Counted on Sunday between ten and noon: 61 walkers, 23 took the short cut. The middle corner is the worst.',
      },
      {
        who: 'ruaridh',
        at: '4d 18:45',
        text: 'Good job for the weekend group: lots of hands, no heavy lifting.',
      },
    ],
  },
  {
    name: 'Helicopter lift of stone to the peat hags',
    description:
      '42 bags from the quarry to the peat hags. Book the pilot, mark the drop sites, tell the stalker.',
    card: 1,
    label: 'Helicopter',
    priority: 0,
    creator: 'tomasz',
    assignees: ['callum', 'mairi'],
    collaborators: ['hamish'],
    age: 14,
    due: 9,
    subtasks: [
      ['Estate agrees to the day', true],
      ['Bags filled and weighed', true],
      ['Drop sites marked with lime', false],
      ['Reserve day agreed', false],
    ],
    comments: [
      {
        who: 'tomasz',
        at: '7d 10:05',
        text: 'The pilot has Thursday week, with Friday in reserve. Plan attached.',
        file: { document: 'Helicopter lift - plan.pdf' },
      },
      {
        who: 'callum',
        at: '6d 07:50',
        text: 'Works for us. @Mairi MacLeod, will you mark the upper three sites when you are at the steps?',
      },
    ],
  },
  {
    name: 'Survey the ford after the flood',
    description:
      'The lowest two stepping stones have moved. Measure the gaps and the depth at normal water, and say whether we need the winch.',
    card: 0,
    label: 'Survey',
    priority: 1,
    creator: 'callum',
    assignees: ['mairi'],
    age: 4,
    due: -1,
    picture: 'ford',
    comments: [
      {
        who: 'hamish',
        at: '2d 19:10',
        text: 'Water was at 45 cm on my gauge this morning, still too high to stand in.',
      },
    ],
  },
  {
    name: 'Erosion survey of the upper path',
    description:
      'Width and depth every ten metres from the fank to the bealach, on the form in the blue folder.',
    card: 0,
    label: 'Survey',
    priority: 3,
    creator: 'tomasz',
    assignees: ['ruaridh'],
    age: 8,
    due: 17,
  },
  {
    name: 'Stone bars at the second burn',
    description: 'Five bars, 30 degrees across the path, anchor stones at least knee high.',
    card: 3,
    label: 'Drainage',
    priority: 2,
    creator: 'callum',
    assignees: ['joe'],
    age: 20,
    due: -2,
    ticked: '1d 18:20',
    isWaiting: true,
    comments: [
      {
        who: 'joe',
        at: '1d 18:25',
        text: 'All five stand. After the rain last night the path below was dry.',
      },
    ],
  },
  {
    name: 'Spring work party: lower path',
    description: 'Fourteen volunteers, two days, 180 metres of path resurfaced.',
    card: 4,
    label: 'Restoration',
    priority: 2,
    creator: 'callum',
    assignees: ['mairi', 'ruaridh'],
    age: 34,
    due: -12,
    picture: 'work-party',
    ticked: '12d 17:00',
    comments: [
      {
        who: 'ruaridh',
        at: '12d 17:10',
        text: '184 metres, nobody hurt, soup finished. Thank you all!',
      },
      {
        who: 'ailsa',
        at: '11d 09:00',
        text: 'The trustees loved the picture. May we use it in the newsletter?',
      },
    ],
  },
];

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
