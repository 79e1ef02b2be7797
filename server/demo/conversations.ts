import type { AttachedFile } from './attachments.ts';
import type { Ago } from './timeline.ts';

export interface DemoMessage {
  readonly who: string;
  readonly at: Ago;
  readonly text: string;
  readonly file?: AttachedFile;
  /** The message of this conversation that it answers, counted from 0. */
  readonly answers?: number;
}

export interface DemoConversation {
  /** Name of the channel; undefined for a conversation of two people. */
  readonly channel?: string;
  /** The first one starts it. */
  readonly people: readonly string[];
  readonly messages: readonly DemoMessage[];
}

const ALL = [
  'ailsa',
  'tomasz',
  'priya',
  'callum',
  'ingrid',
  'mairi',
  'joe',
  'elena',
  'hamish',
  'sofia',
  'ruaridh',
  'nadia',
];

export const DEMO_CONVERSATIONS: readonly DemoConversation[] = [
  {
    channel: 'Trust news',
    people: ALL,
    messages: [
      {
        who: 'ailsa',
        at: '21d 09:00',
        text: 'Good morning everybody. The lottery grant is confirmed: two more seasons on the Glen Corrie path!',
      },
      {
        who: 'callum',
        at: '21d 09:12',
        text: 'That is forty steps a month until we all retire. Well done.',
      },
      { who: 'priya', at: '21d 09:40', text: 'Nobody retires before the report is in.' },
      {
        who: 'sofia',
        at: '13d 11:30',
        text: 'Member number 2,000 joined this morning. She is seven, and asked whether she gets a hammer.',
      },
      {
        who: 'ruaridh',
        at: '13d 12:02',
        text: 'A small one. She is on the list for the children’s day.',
        answers: 3,
      },
      {
        who: 'ailsa',
        at: '6d 08:30',
        text: 'Trustees meet on Wednesday at six. One page from each workspace by Tuesday night, please.',
      },
      {
        who: 'ingrid',
        at: '5d 21:45',
        text: 'Huts: done, it is in the notes of the meeting.',
        answers: 5,
      },
      {
        who: 'ailsa',
        at: '85m',
        text: 'The picture of the work party is on the front page of the local paper today. Buy two.',
      },
    ],
  },
  {
    channel: 'Path team',
    people: ['callum', 'mairi', 'joe', 'hamish', 'ruaridh', 'tomasz', 'ailsa'],
    messages: [
      {
        who: 'callum',
        at: '9d 07:20',
        text: 'Rain until noon, then dry. We start with the drains and go up to the steps after lunch.',
      },
      { who: 'joe', at: '9d 07:24', text: 'I bring the sledge.' },
      {
        who: 'mairi',
        at: '9d 16:58',
        text: 'Steps 9 to 14 are in. That big flat one took four of us.',
        file: { photo: 'steps', name: 'Step 14.jpg' },
      },
      { who: 'hamish', at: '9d 17:10', text: 'It will outlive the hill.', answers: 2 },
      {
        who: 'tomasz',
        at: '6d 13:30',
        text: 'The pick-up is at the garage until Thursday. Use the blue van, the key is in the store.',
      },
      {
        who: 'joe',
        at: '4d 12:15',
        text: '61 walkers on the zigzags, 23 on the short cut. I have put the numbers into the task.',
      },
      {
        who: 'callum',
        at: '3d 07:10',
        text: 'Who can carry boards to Allt Mòr on Thursday? Twelve each, two trips.',
      },
      { who: 'mairi', at: '3d 07:31', text: 'Me.', answers: 6 },
      {
        who: 'hamish',
        at: '3d 07:33',
        text: 'Me too. I also bring cake, since it is two trips.',
        answers: 6,
      },
      { who: 'mairi', at: '2d 17:45', text: '90 boards carried. The cake was necessary.' },
      {
        who: 'callum',
        at: '1d 16:40',
        text: 'Forecast for the weekend: north-west, showers, 8 degrees. Good for work, bad for lying about.',
      },
      {
        who: 'joe',
        at: '150m',
        text: 'The burn is down to 30 cm. We can stand in the ford again.',
        file: { photo: 'ford', name: 'Ford this morning.jpg' },
      },
      {
        who: 'callum',
        at: '105m',
        text: '@Mairi MacLeod then measure it on your way up, please, and take the long staff.',
      },
      { who: 'ruaridh', at: '35m', text: 'Two more for Saturday: that makes 21 with the leaders.' },
    ],
  },
  {
    channel: 'Huts',
    people: ['ingrid', 'elena', 'nadia', 'hamish', 'mairi', 'ailsa'],
    messages: [
      {
        who: 'ingrid',
        at: '10d 18:00',
        text: 'Night frost on the ridge from Friday. Please drain all outside taps this week.',
      },
      {
        who: 'elena',
        at: '8d 20:30',
        text: 'Corrie hut is drained. Nineteen guests, eleven pairs of boots by the stove.',
        file: { photo: 'hut-in-snow', name: 'Corrie hut, evening.jpg' },
      },
      { who: 'nadia', at: '8d 21:15', text: 'And the other eight slept in theirs?', answers: 1 },
      { who: 'hamish', at: '5d 12:40', text: 'Slates come next Tuesday. The tarpaulin holds.' },
      {
        who: 'mairi',
        at: '4d 19:00',
        text: 'I go to the Loch hut with wood anyway: does anybody need something brought down?',
      },
      {
        who: 'ingrid',
        at: '4d 19:25',
        text: 'The empty gas bottle, please. And the hut book, it is full.',
        answers: 4,
      },
      { who: 'mairi', at: '1d 08:20', text: 'Noted, both.' },
    ],
  },
  {
    channel: 'Weekend leaders',
    people: ['ruaridh', 'mairi', 'sofia', 'joe', 'tomasz', 'ailsa'],
    messages: [
      {
        who: 'ruaridh',
        at: '11d 19:00',
        text: 'Leaders for this weekend: Mairi up at the steps, Joe on the zigzags, me in the camp with the porridge.',
      },
      { who: 'sofia', at: '5d 14:25', text: 'List of the people with allergies is in the task.' },
      {
        who: 'ruaridh',
        at: '5d 17:30',
        text: 'Places for the tents as last year, above the flood line.',
        file: { photo: 'camp', name: 'Camp last year.jpg' },
      },
      {
        who: 'mairi',
        at: '3d 08:05',
        text: 'One of the radios has a tired battery. Tomasz, is there a new one in the office?',
      },
      {
        who: 'tomasz',
        at: '3d 09:10',
        text: 'In the drawer under the printer. Take two.',
        answers: 3,
      },
    ],
  },
  {
    channel: 'Newsletter',
    people: ['priya', 'nadia', 'sofia', 'ruaridh', 'elena', 'ailsa'],
    messages: [
      {
        who: 'priya',
        at: '12d 10:00',
        text: 'Twelve pages again. Texts by the end of next week, pictures three days later.',
      },
      {
        who: 'nadia',
        at: '3d 16:35',
        text: 'Three covers to choose from are in the task. I know which one I want.',
      },
      { who: 'sofia', at: '2d 09:20', text: 'The ridge. No contest.' },
      {
        who: 'ruaridh',
        at: '1d 21:15',
        text: 'Path report is in. 612 words, and I am sorry about nothing.',
      },
    ],
  },
  {
    people: ['callum', 'mairi'],
    messages: [
      { who: 'callum', at: '8d 17:50', text: 'How is the knee?' },
      {
        who: 'mairi',
        at: '8d 18:20',
        text: 'Fine since I stopped carrying on one side. Thanks for asking.',
      },
      { who: 'mairi', at: '5d 17:30', text: 'May I take Friday week off? My sister comes.' },
      {
        who: 'callum',
        at: '5d 18:02',
        text: 'Of course. Joe takes the lift, you have marked the sites by then anyway.',
        answers: 2,
      },
      {
        who: 'callum',
        at: '60m',
        text: 'Could you look at the third step when you are up? Joe wedged it, I want a second pair of eyes.',
      },
      { who: 'callum', at: '58m', text: 'And take the new radio battery, it lies on my desk.' },
    ],
  },
  {
    people: ['mairi', 'joe'],
    messages: [
      { who: 'joe', at: '7d 20:10', text: 'Did you take my gloves? The ones with the hole.' },
      { who: 'mairi', at: '7d 20:40', text: 'Both of mine have holes, so how would I know?' },
      { who: 'joe', at: '7d 20:41', text: 'Fair.' },
      { who: 'mairi', at: '2d 18:30', text: 'Found them. Under the tarpaulin with the straps.' },
    ],
  },
  {
    people: ['elena', 'mairi'],
    messages: [
      {
        who: 'elena',
        at: '5d 20:20',
        text: 'Two guests came down from the north ridge into the wrong glen. When do you rebuild the cairn?',
      },
      {
        who: 'mairi',
        at: '5d 21:00',
        text: 'As soon as one day is dry. Foot is laid. Would you pass stones for an afternoon?',
      },
      { who: 'elena', at: '5d 21:04', text: 'With pleasure. Soup afterwards.' },
    ],
  },
  {
    people: ['ailsa', 'mairi'],
    messages: [
      {
        who: 'ailsa',
        at: '12d 09:05',
        text: 'The trustees would like to see the steps on Wednesday week. Would you show them round?',
      },
      { who: 'mairi', at: '12d 12:30', text: 'Happy to, if they bring boots.' },
      { who: 'ailsa', at: '12d 12:32', text: 'I shall put it in bold.' },
    ],
  },
  {
    people: ['tomasz', 'ailsa'],
    messages: [
      {
        who: 'tomasz',
        at: '6d 14:00',
        text: 'Larch: sawmill 1,283, the others 1,323 and 1,496. I order from the sawmill unless you object.',
      },
      { who: 'ailsa', at: '6d 14:20', text: 'No objection.' },
      { who: 'tomasz', at: '40m', text: 'Pilot confirmed, both lifts on one day. Saves us 900.' },
    ],
  },
  {
    people: ['ingrid', 'elena'],
    messages: [
      { who: 'ingrid', at: '4d 09:00', text: 'Could you stay until Sunday? Nadia has a cold.' },
      { who: 'elena', at: '4d 10:15', text: 'Yes. Send coffee.' },
    ],
  },
];
