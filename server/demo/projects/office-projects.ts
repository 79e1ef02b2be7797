import { GRANTS, NEWSLETTER, WEEKENDS } from '../featured/office.ts';
import type { DemoProject } from './demo-project.ts';

const OFFICE_CARDS = ['Ideas', 'Next', 'In progress', 'Review', 'Done'] as const;

export const OFFICE_PROJECTS: readonly DemoProject[] = [
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
];
