import type * as v from 'valibot';
import type { Entity, RawRow } from '../entities/define-entity.ts';
import type { Actor } from '../permissions/actor.ts';
import type { Refusal } from '../shared/errors.ts';
import type { Message } from '../shared/message.ts';
import { parseAt } from '../shared/parse.ts';

/** Names one row. */
export interface RowRef {
  readonly table: string;
  readonly id: string;
}

/**
 * Reads rows of the actor's organisation during the evaluation of a rule: Dexie on the device, the
 * transaction on the server.
 */
export interface Reader {
  readonly get: <Row extends RawRow>(entity: Entity<Row>, id: string) => Promise<Row | undefined>;
  /**
   * True if all these values were in the fields of a row and the actor has removed them, without a change of the fields
   * by anybody else since. The server reads it in the activity log; a device, which has none, supposes it. Undefined: false.
   */
  readonly haveRemoved?: (of: FieldsOfRow, values: readonly string[]) => Promise<boolean>;
}

export interface FieldsOfRow extends RowRef {
  readonly fields: readonly string[];
}

/** The name of a row on this device; undefined if the row is not here. */
export type NameOf = (table: string, id: string) => string | undefined;

/**
 * Context of an effect besides the arguments. `at` is milliseconds: a claim on the device, the
 * accepted time on the server (ID-3).
 */
export interface ApplyContext {
  readonly actor: Actor;
  readonly at: number;
}

/**
 * The change of one row: a pure function from the previous row (undefined: missing) to the next one
 * (undefined: deleted).
 */
export interface Effect extends RowRef {
  readonly apply: (row: RawRow | undefined) => RawRow | undefined;
}

/**
 * The REST call of a mutation (WRITE-1). Path without the base `/rest/`, trailing slash as in the
 * specification.
 */
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

/** A REST request for `fromRest`: path parameters are in `params`. */
export interface RestInput {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Lookups on the server that convert a plain client's call to arguments (e.g. `order` to a rank).
 */
export interface RestResolver {
  readonly actor: Actor;
  readonly newId: () => string;
  /**
   * A rank for position `order` (0-based) among the active rows of the parent, without the row
   * itself.
   */
  readonly rankAt: (
    table: 'cards' | 'tasks' | 'subtasks' | 'task_files',
    parentId: string,
    order: number | undefined,
    exceptId: string,
  ) => Promise<string>;
  readonly reader: Reader;
  readonly chat: ChatResolver;
}

/**
 * Ids for the numbers of plain clients in chat: people by user id, groups by number. Unknown ones
 * are unchanged.
 */
export interface ChatResolver {
  readonly conversationWith: (whom: {
    readonly user: unknown;
    readonly group: unknown;
  }) => Promise<unknown>;
  /** Organisation users of user ids. */
  readonly peopleOf: (userIds: unknown) => Promise<unknown>;
  /** A group's id by its number; an id is unchanged. */
  readonly groupOf: (id: string | undefined) => Promise<string>;
  /** The people to add and to remove, so that these users and the caller are the members. */
  readonly membersTo: (
    groupId: string,
    userIds: unknown,
  ) => Promise<{ readonly add: unknown; readonly remove: readonly string[] }>;
}

/** The REST address of a mutation, and the conversion of a request to its arguments. */
export interface RestRoute<Args> {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Path with `:id` for the row's id. */
  readonly path: string;
  /** Body fields that this mutation reads; a PATCH without any of them is for another mutation. */
  readonly bodyFields: readonly string[];
  /** Body fields that it reads beside those: they say how it is meant, and mean no mutation by themselves. */
  readonly modifierFields?: readonly string[];
  /** Fields that name a file; in a form they may contain the file itself. */
  readonly fileFields?: readonly string[];
  /** The device's own call. */
  readonly toBody: (args: Args) => Readonly<Record<string, unknown>>;
  /** A request's arguments (unparsed: the schema is applied next). */
  readonly fromRest: (input: RestInput, resolve: RestResolver) => Promise<unknown>;
}

/** One mutation, one file: its rule, its effects on rows, its REST call. */
export interface MutationInput<Args, Context> {
  readonly name: string;
  readonly schema: v.GenericSchema<unknown, Args>;
  /** Rows that it changes; the first is its subject. */
  readonly refs: (args: Args) => readonly RowRef[];
  /** Rows besides its own whose mutations must be settled before it (MUT-6). */
  readonly parents: (args: Args) => readonly RowRef[];
  /** Loads the context of the rule. */
  readonly gather: (args: Args, read: Reader, actor: Actor) => Promise<Context>;
  /** The rule; undefined allows the mutation. */
  readonly authorise: (args: Args, context: Context, actor: Actor) => Refusal | undefined;
  readonly effects: (args: Args, context: ApplyContext) => readonly Effect[];
  readonly rest: RestRoute<Args>;
  /**
   * One line for the outbox, e.g. `Rename card to "Doing"`; `nameOf` gives the names of the rows in
   * `named` that are on the device.
   */
  readonly describe: (args: Args, nameOf: NameOf) => Message;
  /** Rows that the line mentions by name. */
  readonly named?: (args: Args) => readonly RowRef[];
  /** The person's own text in it, for "copy my text". */
  readonly ownText?: (args: Args) => string;
  readonly text?: (args: Args) => TextEdit | undefined;
  /** The same mutation with its text replaced after a clean merge or a choice (MUT-8). */
  readonly withText?: (args: Args, text: string, base: string) => Args;
  /** The same mutation without its text (MUT-8.4); missing: it has nothing else. */
  readonly withoutText?: (args: Args) => Args;
  /**
   * Merges a later unsent mutation of the same name and row into this one (MUT-5); undefined: keep
   * both.
   */
  readonly merge?: (earlier: Args, later: Args) => Args | undefined;
  /** The specification's text of a rejection. */
  readonly failure?: string;
  /**
   * Text of the message after it was committed on the device, from the specification where that quotes one. `subject`
   * is the name of its row or person as the screen shows it.
   */
  readonly success?: Message | ((args: Args, subject: string) => Message);
}

/**
 * A mutation with parsed arguments: all that the engine and the server need, without type
 * parameters.
 */
export interface Prepared {
  readonly name: string;
  readonly args: unknown;
  readonly refs: readonly RowRef[];
  readonly parents: readonly RowRef[];
  readonly call: RestCall;
  /** One line for the outbox without names. */
  readonly description: Message;
  readonly describe: (nameOf: NameOf) => Message;
  /** Rows that the line mentions by name. */
  readonly named: readonly RowRef[];
  readonly ownText: string;
  readonly failure: string | undefined;
  /** Text of the success; undefined where the change itself is all that the person sees. */
  readonly success: (subject?: string) => Message | undefined;
  readonly text: TextEdit | undefined;
  readonly check: (read: Reader, actor: Actor) => Promise<Refusal | undefined>;
  readonly effects: (context: ApplyContext) => readonly Effect[];
  readonly withText: (text: string, base: string) => unknown;
  /** Arguments without the text; undefined for a mutation that has nothing else. */
  readonly withoutText: unknown;
  /** Merged arguments of the two, or undefined if they stay separate. */
  readonly merge: (later: Prepared) => unknown;
}

export interface Mutation<Args = never> {
  readonly name: string;
  /** The schema of `prepare`, for descriptions of the API. */
  readonly schema: v.GenericSchema;
  /** Throws CairnError `invalid`. */
  readonly prepare: (args: unknown) => Prepared;
  readonly rest: Omit<RestRoute<Args>, 'toBody'>;
  /** Phantom: binds the name to its arguments for `mutate(mutation, args)`. */
  readonly example?: (args: Args) => void;
}

/** Arguments of a mutation. */
export type ArgsOf<M> = M extends Mutation<infer Args> ? Args : never;

export function defineMutation<Args, Context>(input: MutationInput<Args, Context>): Mutation<Args> {
  return {
    name: input.name,
    schema: input.schema,
    rest: input.rest,
    prepare: (raw) => prepare(input, parseAt(input.schema, raw)),
  };
}

/** An effect on a row of a known entity, typed by the entity. */
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

/** An effect that changes an existing row, and does nothing without one. */
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
    success: (subject = '') =>
      typeof input.success === 'function' ? input.success(args, subject) : input.success,
    text: input.text?.(args),
    check: async (read, actor) =>
      input.authorise(args, await input.gather(args, read, actor), actor),
    effects: (context) => input.effects(args, context),
    withText: (text, base) => input.withText?.(args, text, base) ?? args,
    withoutText: input.withoutText?.(args),
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
