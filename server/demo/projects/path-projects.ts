import { GLEN_CORRIE } from '../featured/glen-corrie.ts';
import { FOOTBRIDGES, LOCH_PATH, WAYMARKS } from '../featured/paths.ts';
import type { DemoProject } from './demo-project.ts';

const FIELD_CARDS = ['To survey', 'Planned', 'On the hill', 'To inspect', 'Done'] as const;

export const PATH_PROJECTS: readonly DemoProject[] = [
  {
    workspace: 'Paths',
    name: 'Glen Corrie path repair',
    description: 'The most eroded 6 km of the trust, from the car park to the bealach.',
    cards: FIELD_CARDS,
    picture: 'zigzags',
    team: ['callum', 'mairi', 'joe', 'hamish', 'ruaridh', 'tomasz'],
    featured: GLEN_CORRIE,
    places: [
      'the ford',
      'the lower zigzags',
      'the pine wood',
      'the peat hags',
      'the bealach',
      'the sheep fank',
      'the second burn',
    ],
    jobs: [
      {
        name: 'Clear the ditches at {place}',
        label: 'Drainage',
        description:
          'Both sides, down to the mineral soil. Throw the spoil downhill, never on the path.',
      },
      {
        name: 'Set water bars at {place}',
        label: 'Drainage',
        description:
          'Stone bars, 30 degrees across, every twelve paces. Anchor stones at least knee high.',
      },
      {
        name: 'Pitch the steep steps at {place}',
        label: 'Stonework',
        description: 'Stone from the scree only. Leave no gap that a boot fits in.',
      },
      {
        name: 'Photograph {place}',
        label: 'Survey',
        description: 'From the chalk mark, in the morning. Upload when you are back in coverage.',
      },
      {
        name: 'Close the braids at {place}',
        label: 'Restoration',
        description: 'Turf over the side tracks and put boulders where people cut the corner.',
      },
      {
        name: 'Measure the erosion at {place}',
        label: 'Survey',
        description: 'Width and depth every ten metres. Use the form in the blue folder.',
      },
    ],
  },
  {
    workspace: 'Paths',
    name: 'Footbridges',
    description: 'Inspection of every bridge, replacement of three.',
    cards: FIELD_CARDS,
    picture: 'bridge',
    team: ['tomasz', 'hamish', 'mairi', 'callum', 'joe'],
    featured: FOOTBRIDGES,
    places: ['Allt Beag', 'Allt Mòr', 'Garbh Uisge', 'the mill race', 'Eas Dubh', 'the island'],
    jobs: [
      {
        name: 'Inspect the bridge at {place}',
        label: 'Inspection',
        description:
          'Bearings, beams, deck, handrail, scour at both abutments. Rate each from 1 to 5.',
      },
      {
        name: 'Replace worn deck boards at {place}',
        label: 'Repair',
        description: 'Larch, 150 by 50, stainless screws. Take six spare boards.',
      },
      {
        name: 'Tighten the handrail at {place}',
        label: 'Repair',
        description: 'M12 bolts, two spanners. Check every post by leaning on it.',
      },
      {
        name: 'Measure the span at {place}',
        label: 'Inspection',
        description: 'Bank to bank at the height of the deck, and the flood mark above the water.',
      },
      {
        name: 'Renew the load sign at {place}',
        label: 'Signs',
        description: 'Two people at a time, no ponies.',
      },
    ],
  },
  {
    workspace: 'Paths',
    name: 'Waymarks and cairns',
    description: 'Fewer signs, better placed. Cairns only where mist costs lives.',
    cards: FIELD_CARDS,
    picture: 'cairn-in-mist',
    team: ['callum', 'mairi', 'joe', 'elena', 'sofia'],
    featured: WAYMARKS,
    places: [
      'the north ridge',
      'the plateau',
      'the coffin road',
      'the lochan',
      'the deer fence',
      'the trig point',
      'the old quarry',
    ],
    jobs: [
      {
        name: 'Rebuild the cairn on {place}',
        label: 'Cairns',
        description: 'Wide foot, stones lying flat, waist high. Remove the small heaps around it.',
      },
      {
        name: 'Take down stray marks on {place}',
        label: 'Cairns',
        description:
          'Paint, tape, plastic. Note where people had put them: it shows where they doubt.',
      },
      {
        name: 'Walk {place} in mist with the map',
        label: 'Survey',
        description: 'Where did you stop and look? Those are the places that need a mark.',
      },
      {
        name: 'Replace the finger post at {place}',
        label: 'Signs',
        description: 'Post 2.4 m, 60 cm in the ground, packed with stone, no concrete.',
      },
      {
        name: 'Record grid references along {place}',
        label: 'Survey',
        description: 'Ten figures, each mark. Write the battery level of the receiver down too.',
      },
    ],
  },
  {
    workspace: 'Paths',
    name: 'Loch path',
    description: 'The shore path and its bench: finished, and a pleasure to walk.',
    picture: 'loch',
    team: ['callum', 'mairi', 'joe'],
    cards: FIELD_CARDS,
    featured: LOCH_PATH,
    places: [],
    jobs: [],
    isFinished: true,
  },
];
