import type { Ago } from './timeline.ts';

/** A note: tag, title, text. */
type DemoNote = readonly [string, string, string];

/** A line of somebody's todo list. */
interface DemoTodo {
  readonly name: string;
  readonly at: Ago;
  readonly isDone?: boolean;
}

export interface DemoDesk {
  readonly notes: readonly DemoNote[];
  readonly todos: readonly DemoTodo[];
}

/** Personal notes and todos, by the person's address. Notes are listed from the oldest to the newest. */
export const DEMO_DESKS: Readonly<Record<string, DemoDesk>> = {
  mairi: {
    notes: [
      [
        'Reading',
        'Upland path repair',
        'Water first: a path that sheds water needs no stone. Pitch only where the grade leaves no choice.',
      ],
      [
        'Field',
        'Gate codes are with the keeper',
        'Ring the keeper the evening before. The lower gate is locked during stalking, from 1 July to 20 October.',
      ],
      [
        'Ideas',
        'A quieter sign',
        'Fewer words. An arrow, the name of the place, the time on foot. Larch, not plastic.',
      ],
      [
        'Field',
        'What to carry on path days',
        'Mattock, two shovels, pinch bar, first aid kit, spare radio battery. The bothy at the ford has a dry box with lime and twine.',
      ],
      [
        'Meetings',
        'Questions for the estate',
        'Who pays for the culvert? May the helicopter land by the fank? When do the ewes come down?',
      ],
      [
        'Ideas',
        'Before and after photographs',
        'Same stone, same height, same lens. Mark the spot with a dab of chalk and write down the grid reference.',
      ],
      [
        'Field',
        'Good stone',
        'Upper scree, left of the rowan: flat, two hands thick, rings when you knock on it. The grey ones from below crumble in frost.',
      ],
    ],
    todos: [
      { name: 'Sharpen the mattock', at: '2d 08:00', isDone: true },
      { name: 'Ring the keeper about the lower gate', at: '2d 08:01', isDone: true },
      { name: 'Photograph steps 1 to 20 from the chalk mark', at: '1d 07:40', isDone: true },
      { name: 'Write down hours of the week', at: '1d 07:41', isDone: true },
      { name: 'List of boards for the stile', at: '1d 07:42' },
      { name: 'Fetch the radio battery', at: '45m' },
      { name: 'Measure the ford, both gaps', at: '44m' },
      { name: 'Buy gloves without holes', at: '43m' },
      { name: 'Dry the rope', at: '42m', isDone: true },
    ],
  },
  ailsa: {
    notes: [
      [
        'People',
        'Who knows what',
        'Hamish: bridges and knots. Elena: first aid, Russian, soup. Sofia: every member by name. Joe: stone.',
      ],
      [
        'Meetings',
        'Trustees, autumn',
        'They want one page: metres repaired, volunteer days, what is left of the grant, and one photograph.',
      ],
      [
        'Ideas',
        'Open day at the quarry',
        'Let visitors pitch one step themselves, and name it after them. Needs insurance, tea and good weather.',
      ],
      [
        'Meetings',
        'Visit of the landscape fund',
        'Four people, size of boots asked. Car park at nine, the ford, the new steps, soup in the fank at one.',
      ],
      [
        'Money',
        'What the helicopter costs',
        'Ferry flight 900, each rotation 160. Two lifts on one day save one ferry flight.',
      ],
    ],
    todos: [
      { name: 'Sign the order for larch boards', at: '3d 09:00', isDone: true },
      { name: 'Answer the council about the car park', at: '1d 08:30', isDone: true },
      { name: 'Two paragraphs for the landscape fund', at: '1d 08:31' },
      { name: 'Buy two copies of the paper', at: '80m' },
      { name: 'Card for Hamish, sixty on Friday', at: '79m' },
    ],
  },
  callum: {
    notes: [
      [
        'Team',
        'Plan of the week',
        'Monday drains, Tuesday and Wednesday steps, Thursday boards to Allt Mòr, Friday tools and hours.',
      ],
      [
        'Stone',
        'Bags for the lift',
        '42 filled, 38 weighed. The last four lie behind the quarry hut.',
      ],
    ],
    todos: [
      { name: 'Forecast for Saturday', at: '1d 16:30', isDone: true },
      { name: 'Bring the radio battery for Mairi', at: '70m' },
    ],
  },
  ingrid: {
    notes: [
      [
        'Huts',
        'Numbers of the gas bottles',
        'Shepherd 4417, Corrie 4418 and 4421, Loch 4420, Birch 4423.',
      ],
    ],
    todos: [
      { name: 'Coffee for Elena', at: '2d 10:20', isDone: true },
      { name: 'Ask building control for a time', at: '1d 09:00' },
    ],
  },
};
