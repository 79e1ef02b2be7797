import type { PictureName } from '../pictures/draw.ts';
import type { DemoProject } from './demo-project.ts';
import { HUT_PROJECTS } from './hut-projects.ts';
import { OFFICE_PROJECTS } from './office-projects.ts';
import { PATH_PROJECTS } from './path-projects.ts';

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

export const DEMO_PROJECTS: readonly DemoProject[] = [
  ...PATH_PROJECTS,
  ...HUT_PROJECTS,
  ...OFFICE_PROJECTS,
];
