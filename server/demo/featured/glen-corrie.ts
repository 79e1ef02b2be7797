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
    files: [
      { photo: 'steps', name: 'IMG_2041.jpg', caption: 'The gully from below: step 1 starts here' },
      { photo: 'zigzags', name: 'IMG_2044.jpg', caption: 'The line of the old path, left' },
      { photo: 'snow-ridge', name: 'IMG_2052.jpg', caption: 'Stone from this scree only' },
      { photo: 'work-party', name: 'IMG_2060.jpg' },
      { photo: 'plan', name: 'Flights and water bars.jpg', caption: 'Flights and water bars' },
      { document: 'Risk assessment - volunteer weekend.pdf' },
      { document: 'Kit list.csv', caption: 'What to carry up' },
    ],
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
    files: [
      { photo: 'ford', name: 'Ford, from the north bank.jpg', caption: 'From the north bank' },
      { photo: 'loch', name: 'Ford, downstream.jpg', caption: 'Where the stones ended up' },
      { photo: 'fence', name: 'Fence.jpg' },
    ],
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
