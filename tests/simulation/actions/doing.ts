import type { Entity, RawRow } from '../../../model/entities/define-entity.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import type { Refusal } from '../../../model/shared/errors.ts';
import { compareRanked, rankBetween } from '../../../model/shared/rank.ts';
import type { Device, Tab } from '../device-types.ts';
import type { SeededRandom } from '../random.ts';
import type { PickedFile } from '../files/picked-file.ts';
import type { Cast } from '../people.ts';

/** Words that a person typed; the final invariants search for them. */
export interface Typed {
  readonly token: string;
  readonly table: string;
  readonly id: string;
  /** The long text that contains them; undefined for a name, where the last write wins. */
  readonly longText: string | undefined;
}

export interface Doing {
  readonly cast: Cast;
  readonly device: Device;
  readonly tab: Tab;
  readonly random: SeededRandom;
  /** Number of rows of each kind that people choose from; undefined: all rows. */
  readonly focus: number | undefined;
  /** Ids of the server's messages in a conversation, as links name them; empty while the server is down. */
  readonly links: (scope: string) => readonly string[];
  /** A word that has not been typed before. */
  readonly word: () => string;
  /** Called when a change with the words is requested, before it is accepted or refused. */
  readonly type: (typed: Typed) => void;
  /** Called when a file is picked; its result is called once the device has confirmed it. */
  readonly pickFile: (file: Pick<PickedFile, 'id' | 'digest'>) => () => void;
}

export type Act = (doing: Doing) => Promise<Refusal | undefined>;

export async function on<Row>(
  row: Row | undefined,
  work: (row: Row) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  return row === undefined ? undefined : work(row);
}

export function me({ device }: Doing): string {
  return device.person.orgUserId;
}

export function list<Row extends RawRow>(
  { device }: Doing,
  entity: Entity<Row>,
  fits: (row: Row) => boolean,
): readonly Row[] {
  const found: Row[] = [];
  for (const [key, row] of device.view().rows) {
    if (!key.startsWith(`${entity.table}/`)) continue;
    const parsed = entity.parse(row);
    if (fits(parsed)) found.push(parsed);
  }
  return found.toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

export function find<Row extends RawRow>(
  doing: Doing,
  entity: Entity<Row>,
  id: string,
): Row | undefined {
  return list(doing, entity, (row) => row.id === id)[0];
}

/** People meet at the same few rows: half of the picks are one of the first three. */
export function pick<Row extends RawRow>(
  doing: Doing,
  entity: Entity<Row>,
  fits: (row: Row) => boolean,
): Row | undefined {
  const found = list(doing, entity, fits);
  const few = doing.focus ?? (doing.random.chance(0.5) ? 3 : found.length);
  return doing.random.maybePick(found.slice(0, few));
}

export function type(doing: Doing, entity: Entity, id: string): string {
  const token = doing.word();
  doing.type({ token, table: entity.table, id, longText: undefined });
  return token;
}

/** Adds a word to a text and removes none: at the start, at the end, or on a line of its own. */
export function typeInto(doing: Doing, entity: Entity, id: string, text: string): string {
  const token = doing.word();
  doing.type({ token, table: entity.table, id, longText: entity.longTexts[0] });
  const place = doing.random.int(4);
  if (place === 0) return `${token} ${text}`;
  if (place === 1) return `${text} ${token}`;
  return place === 2 ? `${token}\n${text}` : `${text}\n${token}`;
}

export function rankAmong(
  { random }: Doing,
  rows: readonly { readonly rank: string; readonly id: string }[],
): string {
  const sorted = rows.toSorted(compareRanked);
  const place = random.int(sorted.length + 1);
  return rankBetween(sorted[place - 1]?.rank, sorted[place]?.rank);
}

export function memberOf(doing: Doing, project: string): string {
  const members = list(doing, teamMembers, (member) => member.project === project);
  return doing.random.maybePick(members)?.organization_user ?? me(doing);
}

export function somebody({ cast, random }: Doing): string {
  return random.pick([cast.ada, cast.ben, cast.cyd]).orgUserId;
}
