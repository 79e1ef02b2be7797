import type * as v from 'valibot';
import type { Entity, RawRow } from '../entities/define-entity.ts';
import type { Actor } from '../permissions/actor.ts';
import type { Refusal } from '../shared/errors.ts';
import { parseAt } from '../shared/parse.ts';

/** Names one row. */
export interface RowRef {
  readonly table: string;
  readonly id: string;
}

/** Reads rows of the actor's organisation while a rule is asked: Dexie on the device, the transaction on the server. */
export interface Reader {
  readonly get: <Row extends RawRow>(entity: Entity<Row>, id: string) => Promise<Row | undefined>;
}

/** What a row is called on this device; undefined when it is not here. */
export type NameOf = (table: string, id: string) => string | undefined;

/** What an apply may know besides its arguments. `at` is milliseconds: a claim on the device, the truth on the server (ID-3). */
export interface ApplyContext {
  readonly actor: Actor;
  readonly at: number;
}

/** One row's change: a pure fold from the row before (undefined: there is none) to the row after (undefined: gone). */
export interface Effect extends RowRef {
  readonly apply: (row: RawRow | undefined) => RawRow | undefined;
}

/** The REST call that carries a mutation (WRITE-1). Path without the base `/rest/`, trailing slash as in the spec. */
export interface RestCall {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A long text inside a mutation and the version it was edited from (WRITE-4, MUT-8). */
export interface TextEdit extends RowRef {
  readonly field: string;
  /** The text the person started from. */
  readonly base: string;
  readonly text: string;
}

/** What a REST request looks like to `fromRest`: path parameters are in `params`. */
export interface RestInput {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Answers of the server that a plain client's call needs to become arguments (e.g. `order` to a rank). */
export interface RestResolver {
  readonly actor: Actor;
  readonly newId: () => string;
  /** A rank that puts a row at `order` (0-based) among the active rows of its parent; the row itself is left out. */
  readonly rankAt: (
    table: 'cards' | 'tasks' | 'subtasks',
    parentId: string,
    order: number | undefined,
    exceptId: string,
  ) => Promise<string>;
  readonly reader: Reader;
  readonly chat: ChatResolver;
}

/** Numbers of plain clients in chat: people are named by their user id, groups by their number. Unknown ones stay. */
export interface ChatResolver {
  readonly conversationWith: (whom: {
    readonly user: unknown;
    readonly group: unknown;
  }) => Promise<unknown>;
  /** Organisation users of user ids. */
  readonly peopleOf: (userIds: unknown) => Promise<unknown>;
  /** A group's id by its number; an id stays one. */
  readonly groupOf: (id: string | undefined) => Promise<string>;
  /** Who has to be added and removed, so that these users and the caller are the members. */
  readonly membersTo: (
    groupId: string,
    userIds: unknown,
  ) => Promise<{ readonly add: unknown; readonly remove: readonly string[] }>;
}

/** Where a mutation is served, and how a request becomes its arguments. */
export interface RestRoute<Args> {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Path with `:id` for the row's id. */
  readonly path: string;
  /** Body fields this mutation reads; a PATCH that names none of them is not for it. */
  readonly fields: readonly string[];
  /** Those of them that name a file; in a form they may carry the file itself. */
  readonly fileFields?: readonly string[];
  /** The device's own call. */
  readonly toBody: (args: Args) => Readonly<Record<string, unknown>>;
  /** A request's arguments (unparsed: the schema is applied next). */
  readonly fromRest: (input: RestInput, resolve: RestResolver) => Promise<unknown>;
}

/** One mutation, one file: who may, what it does to the rows, which REST call carries it. */
export interface MutationInput<Args, Context> {
  readonly name: string;
  readonly schema: v.GenericSchema<unknown, Args>;
  /** Rows it changes; the first is the one it is about. */
  readonly refs: (args: Args) => readonly RowRef[];
  /** Rows that must be settled before it (MUT-6) besides its own. */
  readonly parents: (args: Args) => readonly RowRef[];
  /** Loads what the rule needs to know. */
  readonly gather: (args: Args, read: Reader, actor: Actor) => Promise<Context>;
  /** The rule: undefined is yes. */
  readonly authorise: (args: Args, context: Context, actor: Actor) => Refusal | undefined;
  readonly effects: (args: Args, context: ApplyContext) => readonly Effect[];
  readonly rest: RestRoute<Args>;
  /** One line for the outbox, e.g. `Rename card to "Doing"`; `nameOf` knows the rows of `named`, where they are here. */
  readonly describe: (args: Args, nameOf: NameOf) => string;
  /** Rows that the line calls by their name. */
  readonly named?: (args: Args) => readonly RowRef[];
  /** The person's own words in it, for "copy my text". */
  readonly ownText?: (args: Args) => string;
  readonly text?: (args: Args) => TextEdit | undefined;
  /** The same mutation with its text replaced after a clean merge or a choice (MUT-8). */
  readonly withText?: (args: Args, text: string, base: string) => Args;
  /** Folds a later unsent mutation of the same name and row into this one (MUT-5); undefined: keep both. */
  readonly merge?: (earlier: Args, later: Args) => Args | undefined;
  /** The specification's words when the server refuses. */
  readonly failure?: string;
}

/** A mutation whose arguments have been parsed: everything the engine and the server need, types closed over. */
export interface Prepared {
  readonly name: string;
  readonly args: unknown;
  readonly refs: readonly RowRef[];
  readonly parents: readonly RowRef[];
  readonly call: RestCall;
  /** One line for the outbox by whoever knows no names. */
  readonly description: string;
  readonly describe: (nameOf: NameOf) => string;
  /** Rows that the line calls by their name. */
  readonly named: readonly RowRef[];
  readonly ownText: string;
  readonly failure: string | undefined;
  readonly text: TextEdit | undefined;
  readonly check: (read: Reader, actor: Actor) => Promise<Refusal | undefined>;
  readonly effects: (context: ApplyContext) => readonly Effect[];
  readonly withText: (text: string, base: string) => unknown;
  /** Arguments of the two as one, or undefined when they stay apart. */
  readonly merge: (later: Prepared) => unknown;
}

export interface Mutation<Args = never> {
  readonly name: string;
  /** What `prepare` parses with, for descriptions of the API. */
  readonly schema: v.GenericSchema;
  /** Throws CairnError `invalid`. */
  readonly prepare: (args: unknown) => Prepared;
  readonly rest: Omit<RestRoute<Args>, 'toBody'>;
  /** Phantom: ties the name to its arguments for `mutate(mutation, args)`. */
  readonly example?: (args: Args) => void;
}

/** What a mutation takes. */
export type ArgsOf<M> = M extends Mutation<infer Args> ? Args : never;

export function defineMutation<Args, Context>(input: MutationInput<Args, Context>): Mutation<Args> {
  return {
    name: input.name,
    schema: input.schema,
    rest: input.rest,
    prepare: (raw) => prepare(input, parseAt(input.schema, raw)),
  };
}

/** An effect on a row of a known entity, so that folds are written against its type. */
export function effect<Row extends RawRow>(
  entity: Entity<Row>,
  id: string,
  apply: (row: Row | undefined) => Row | undefined,
): Effect {
  return {
    table: entity.table,
    id,
    apply: (row) => apply(row === undefined ? undefined : entity.parse(row)),
  };
}

/** An effect that changes a row when there is one, and does nothing when there is none. */
export function change<Row extends RawRow>(
  entity: Entity<Row>,
  id: string,
  apply: (row: Row) => Row,
): Effect {
  return effect(entity, id, (row) => (row === undefined ? undefined : apply(row)));
}

function prepare<Args, Context>(input: MutationInput<Args, Context>, args: Args): Prepared {
  const refs = input.refs(args);
  const first = refs[0];
  return {
    name: input.name,
    args,
    refs,
    parents: input.parents(args),
    call: {
      method: input.rest.method,
      path: input.rest.path.replace(':id', encodeURIComponent(first?.id ?? '')),
      body: input.rest.toBody(args),
    },
    description: input.describe(args, () => undefined),
    describe: (nameOf) => input.describe(args, nameOf),
    named: input.named?.(args) ?? [],
    ownText: input.ownText?.(args) ?? '',
    failure: input.failure,
    text: input.text?.(args),
    check: async (read, actor) =>
      input.authorise(args, await input.gather(args, read, actor), actor),
    effects: (context) => input.effects(args, context),
    withText: (text, base) => input.withText?.(args, text, base) ?? args,
    merge: (later) => mergeArgs(input, args, later),
  };
}

function mergeArgs<Args, Context>(
  input: MutationInput<Args, Context>,
  earlier: Args,
  later: Prepared,
): unknown {
  if (later.name !== input.name || input.merge === undefined) return undefined;
  return input.merge(earlier, parseAt(input.schema, later.args));
}
