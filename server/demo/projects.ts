import { CORRIE_HUT, WINTER_READINESS } from './featured/huts.ts';
import type { FeaturedTask } from './featured/featured-task.ts';
import { GRANTS, NEWSLETTER, WEEKENDS } from './featured/office.ts';
import { FOOTBRIDGES, GLEN_CORRIE, LOCH_PATH, WAYMARKS } from './featured/paths.ts';
import type { PictureName } from './pictures/draw.ts';

/** A kind of work at several sites: `{place}` is replaced. */
export interface DemoJob {
  readonly name: string;
  readonly label: string;
  readonly description: string;
}

export interface DemoProject {
  readonly workspace: string;
  readonly name: string;
  readonly description: string;
  readonly picture: PictureName;
  /** Addresses of its people, the one who creates it first; the founder is a member of every project. */
  readonly team: readonly string[];
  readonly cards: readonly string[];
  readonly featured: readonly FeaturedTask[];
  readonly places: readonly string[];
  readonly jobs: readonly DemoJob[];
  /** True when it was archived after all its tasks were completed. */
  readonly isFinished?: boolean;
}

interface DemoWorkspace {
  readonly name: string;
  readonly description: string;
  readonly picture: PictureName;
}

export const DEMO_WORKSPACES: readonly DemoWorkspace[] = [
  {
    name: 'Paths',
    description: 'Repair and upkeep of 240 km of hill paths',
    picture: 'work-party',
  },
  {
    name: 'Huts',
    description: 'Five huts that are open all year, and the people who look after them',
    picture: 'hut-in-summer',
  },
  {
    name: 'Members and office',
    description: 'What keeps the trust going: members, grants, events',
    picture: 'loch',
  },
];

const FIELD_CARDS = ['To survey', 'Planned', 'On the hill', 'To inspect', 'Done'] as const;
const OFFICE_CARDS = ['Ideas', 'Next', 'In progress', 'Review', 'Done'] as const;

export const DEMO_PROJECTS: readonly DemoProject[] = [
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
    workspace: 'Huts',
    name: 'Winter readiness',
    description: 'All five huts warm, dry and stocked before the first snow.',
    cards: ['To check', 'To do', 'Waiting for parts', 'Done'],
    picture: 'hut-in-snow',
    team: ['ingrid', 'elena', 'nadia', 'hamish', 'mairi'],
    featured: WINTER_READINESS,
    places: ['Shepherd hut', 'Corrie hut', 'Loch hut', 'Ridge hut', 'Birch hut'],
    jobs: [
      {
        name: 'Sweep the chimney of {place}',
        label: 'Safety',
        description: 'From the roof, with a second person on the rope. Empty the ash pan.',
      },
      {
        name: 'Stack firewood at {place}',
        label: 'Supplies',
        description: 'Two cubic metres, bark up, off the ground.',
      },
      {
        name: 'Test the alarm and the radio in {place}',
        label: 'Safety',
        description: 'Call the base on channel 4 and write the time in the hut book.',
      },
      {
        name: 'Mend the roof of {place}',
        label: 'Repair',
        description: 'Loose slates on the west side. Take copper nails.',
      },
      {
        name: 'Restock the first aid box in {place}',
        label: 'Supplies',
        description: 'Check the dates. Foil blankets: at least four.',
      },
      {
        name: 'Drain the water pipe of {place}',
        label: 'Repair',
        description:
          'Open both taps, close the valve below the trapdoor, leave a note on the sink.',
      },
      {
        name: 'Lay mouse traps in {place}',
        label: 'Supplies',
        description: 'Kitchen and bunk room. Store all food in the steel chest.',
      },
    ],
  },
  {
    workspace: 'Huts',
    name: 'Corrie hut extension',
    description: 'Six more bunks and a drying room; planning consent until next autumn.',
    cards: ['Backlog', 'Planned', 'On site', 'Snagging', 'Done'],
    picture: 'hut-in-summer',
    team: ['ingrid', 'tomasz', 'elena', 'nadia'],
    featured: CORRIE_HUT,
    places: ['the drying room', 'the bunk room', 'the porch', 'the north wall', 'the roof'],
    jobs: [
      {
        name: 'Agree the drawing of {place}',
        label: 'Planning',
        description: 'Architect, hut warden and building control sign the same sheet.',
      },
      {
        name: 'Price the timber for {place}',
        label: 'Logistics',
        description: 'Three quotes, delivered to the road end.',
      },
      {
        name: 'Insulate {place}',
        label: 'Building',
        description: 'Sheep wool, 140 mm. No gaps behind the battens.',
      },
      {
        name: 'Wire {place}',
        label: 'Building',
        description: '12 volts from the panel on the roof. Certified electrician only.',
      },
      {
        name: 'Plan the lift for {place}',
        label: 'Logistics',
        description: 'Each load below 800 kg, nets numbered, landing site marked with lime.',
      },
      {
        name: 'Inspect {place} with the warden',
        label: 'Building',
        description: 'Walk through it with a torch and a list.',
      },
    ],
  },
  {
    workspace: 'Members and office',
    name: 'Spring newsletter',
    description: 'Twelve pages, in the post by the first week of March.',
    cards: OFFICE_CARDS,
    picture: 'snow-ridge',
    team: ['priya', 'nadia', 'sofia', 'ruaridh', 'elena'],
    featured: NEWSLETTER,
    places: [
      'the path report',
      'the hut diary',
      'the interview',
      'the letters page',
      'the accounts page',
      'the children’s page',
    ],
    jobs: [
      {
        name: 'Write {place}',
        label: 'Texts',
        description: 'At most 600 words. Say what changed, who did it, and what comes next.',
      },
      {
        name: 'Find pictures for {place}',
        label: 'Pictures',
        description: 'Two at least, 300 dpi, with the name of the photographer and their consent.',
      },
      {
        name: 'Proofread {place}',
        label: 'Texts',
        description: 'Aloud, from the last paragraph to the first.',
      },
      {
        name: 'Lay out {place}',
        label: 'Layout',
        description: 'Use the template. Captions under the picture, never on it.',
      },
    ],
  },
  {
    workspace: 'Members and office',
    name: 'Volunteer weekends',
    description: 'Eight weekends a year, twenty people each.',
    cards: OFFICE_CARDS,
    picture: 'camp',
    team: ['tomasz', 'ruaridh', 'sofia', 'mairi', 'joe', 'priya'],
    featured: WEEKENDS,
    places: [
      'the May weekend',
      'the June weekend',
      'the August weekend',
      'the September weekend',
      'the October weekend',
    ],
    jobs: [
      {
        name: 'Book the bunkhouse for {place}',
        label: 'Logistics',
        description: 'Twenty beds, two nights. Ask for the drying room.',
      },
      {
        name: 'Write the joining letter for {place}',
        label: 'Letters',
        description: 'Where, when, what to bring, who to ring when late.',
      },
      {
        name: 'Assess the risks of {place}',
        label: 'Safety',
        description: 'Use last year’s sheet and change what is different. The leader signs it.',
      },
      {
        name: 'Order the food for {place}',
        label: 'Logistics',
        description: 'Four vegetarians on average. Porridge, and then more porridge.',
      },
      {
        name: 'Find a second leader for {place}',
        label: 'Safety',
        description: 'With a valid first aid certificate.',
      },
      {
        name: 'Thank everybody after {place}',
        label: 'Thanks',
        description: 'Within a week, with one picture and the number of metres.',
      },
    ],
  },
  {
    workspace: 'Members and office',
    name: 'Grants and reports',
    description: 'What we promised, to whom, by when.',
    cards: OFFICE_CARDS,
    picture: 'loch',
    team: ['priya', 'sofia', 'tomasz', 'ingrid'],
    featured: GRANTS,
    places: [
      'the landscape fund',
      'the lottery grant',
      'the council',
      'the bridge appeal',
      'the walkers’ foundation',
    ],
    jobs: [
      {
        name: 'Draft the report for {place}',
        label: 'Reports',
        description: 'Figures first, then two paragraphs, then the pictures.',
      },
      {
        name: 'Check the receipts for {place}',
        label: 'Reports',
        description: 'Every receipt has a number and lies in the folder of its month.',
      },
      {
        name: 'Ask {place} about the next round',
        label: 'Applications',
        description: 'Deadline, ceiling, share that we must bring ourselves.',
      },
      {
        name: 'Update the budget of {place}',
        label: 'Reports',
        description: 'Spent, promised, free. Nothing rounded.',
      },
      {
        name: 'Prepare the visit of {place}',
        label: 'Visits',
        description: 'Boots in their sizes, a short walk, soup.',
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
