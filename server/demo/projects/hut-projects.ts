import { CORRIE_HUT, WINTER_READINESS } from '../featured/huts.ts';
import type { DemoProject } from './demo-project.ts';

export const HUT_PROJECTS: readonly DemoProject[] = [
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
];
