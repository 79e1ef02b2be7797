/**
 * Moves a task on one device and pulls on another, against the real server, and prints the files whose functions ran,
 * one per line.
 */
import { Session } from 'node:inspector/promises';
import { cwd, stdout } from 'node:process';
import { pathToFileURL } from 'node:url';
import { tasks } from '../../model/entities/task.ts';
import { cardCreate } from '../../model/mutations/card/card-create.ts';
import { taskMove } from '../../model/mutations/task/task-move.ts';
import { rows } from '../../sync/store/database.ts';
import { addTask } from '../server/support/team.ts';
import { setUp } from '../sync/support/setup.ts';

const { team, device, end } = await setUp();
const [first, other] = [device(), device()];
const { project } = team;
const [task, card] = [await addTask(team, team.founder, { name: 'Dig' }), first.newId()];
await first.sync();
await first.mutate(cardCreate, { id: card, project, name: 'Later', rank: 'V' });
for (const one of [first, first, other, other]) await one.sync();

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await first.mutate(taskMove, { id: task, project, card, rank: 'M' });
await first.sync();
await other.sync();
const { result } = await session.post('Profiler.takePreciseCoverage');
session.disconnect();

if ((await rows(other.db, tasks).get(task))?.card !== card) throw new Error('it did not arrive');
const root = pathToFileURL(`${cwd()}/`).href;
const ran = result.filter(({ functions }) =>
  functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
);
const files = ran.map(({ url }) => url).filter((url) => url.startsWith(root));
stdout.write(`${files.map((url) => url.slice(root.length)).join('\n')}\n`);
await end();
