import * as v from 'valibot';
import { ERROR_CODES } from '../shared/errors.ts';

/** Messages of `/rest/sync/` and `/ws/sync/` (SYNC-SPEC). Unknown fields are kept (VER-2). */

const version = v.pipe(v.number(), v.integer(), v.minValue(0));
const row = v.looseObject({ id: v.string(), scope: v.string(), v: version });

/** PULL-2 */
export const changeSchema = v.variant('kind', [
  v.looseObject({ kind: v.literal('put'), table: v.string(), id: v.string(), v: version, row }),
  v.looseObject({ kind: v.literal('del'), table: v.string(), id: v.string(), v: version }),
  v.looseObject({
    kind: v.literal('moved'),
    table: v.string(),
    id: v.string(),
    v: version,
    /** The row's new scope. */
    to: v.string(),
  }),
]);
export type Change = v.InferOutput<typeof changeSchema>;

/** PULL-1: response of `GET sync/pull?organization_accesskey_id&stream&since&epoch&limit`. */
export const pullPageSchema = v.looseObject({
  epoch: v.string(),
  head: version,
  floor: version,
  /** Every scope of this stream the person may read now. */
  scopes: v.array(v.string()),
  changes: v.array(changeSchema),
  /** The last version of this page: the next `since`. */
  next: version,
  /**
   * Time at which version `next` was written, in milliseconds by the server's clock; missing if
   * unknown (PULL-4).
   */
  next_at: v.optional(version),
  complete: v.boolean(),
});
export type PullPage = v.InferOutput<typeof pullPageSchema>;

/**
 * PULL-5: response of `GET sync/scope/:id?stream&after&hot&outline&summary&tasks&details&task`; rows ordered by
 * (table, id), `after` is the last `cursor`; with `outline`, without details (OUT-1); with `hot`, a version, without
 * those of the tasks that are cold since it (OUT-7); with `summary`, without tasks as well (OUT-6); with `details`, only
 * these (OUT-3), with `task`, those of one task; with `tasks`, only tasks. WIN-2, WIN-5: with `before`, `from` or `around`, the rows of a range numbered
 * below it, from it on, or around the row with that id; all those from `from` to `to`.
 */
export const scopePageSchema = v.looseObject({
  epoch: v.string(),
  /** Head of the stream in the snapshot these rows were read from. */
  head: version,
  rows: v.array(v.looseObject({ table: v.string(), row })),
  cursor: v.nullable(v.string()),
  /** WIN-1: from this number on the scope's numbered rows are complete; with the last page only. */
  from: v.optional(version),
  /** WIN-5: up to this number; missing if up to the newest. */
  to: v.optional(version),
});
export type ScopePage = v.InferOutput<typeof scopePageSchema>;

/** OUT-2: body of `POST sync/bootstrap?stream&first`, whose response may contain outlines. */
export const bootstrapRequestSchema = v.looseObject({
  /** Scopes whose details the device has. */
  held: v.array(v.string()),
  /** Scopes whose tasks the device has (OUT-6); missing: it needs those of all projects. */
  tasks: v.optional(v.array(v.string())),
  /** The device can have a project without the details of its cold tasks (OUT-7). */
  hot: v.optional(v.boolean()),
});

/** PULL-6: lines of `GET sync/bootstrap?stream&first` (NDJSON). */
export const bootstrapLineSchema = v.variant('kind', [
  v.looseObject({
    kind: v.literal('start'),
    epoch: v.string(),
    v: version,
    /** Time at which that version was written, as in a page. */
    at: v.optional(version),
    scopes: v.array(v.string()),
    /** Rows that will follow, for the progress bar. */
    total: v.number(),
    /** OUT-2: scopes that follow as outlines. */
    outlined: v.optional(v.array(v.string())),
    /** OUT-6: those among them that follow without tasks, too. */
    summarized: v.optional(v.array(v.string())),
    /** OUT-7: outlined scopes that follow with the details of their hot tasks. */
    hot: v.optional(v.array(v.string())),
    /** With `hot`: completed and archived tasks up to this version are cold. */
    unchanged_since: v.optional(version),
  }),
  v.looseObject({ kind: v.literal('rows'), table: v.string(), rows: v.array(row) }),
  /** The scope is complete from here on. */
  v.looseObject({
    kind: v.literal('scope'),
    scope: v.string(),
    /** WIN-1: from this number on the scope's numbered rows are complete. */
    from: v.optional(version),
  }),
  v.looseObject({ kind: v.literal('end') }),
]);
export type BootstrapLine = v.InferOutput<typeof bootstrapLineSchema>;

/**
 * PULL-8: response of `GET sync/check?stream`. `digest` is the hex of `digestOf`, `content` that of the
 * contents. Numbered rows are excluded; with `scope` and `from` it covers only those of that scope,
 * from that number on and up to `to`, and no contents (WIN-4).
 */
const tallySchema = {
  count: v.number(),
  digest: v.string(),
  content: v.optional(v.string()),
};
const partOfScope = v.optional(v.looseObject(tallySchema));
export const checkSchema = v.looseObject({
  epoch: v.string(),
  head: version,
  /** Names the fields of the server's rows: `content` is comparable between equal ones. */
  shape: v.optional(v.string()),
  /** OUT-7.6: what a device is meant to hold, by request. */
  limits: v.optional(
    v.looseObject({
      /** Details beyond this number are released. */
      detail_rows: v.number(),
      /** Completed and archived tasks up to this version are cold; missing when none is. */
      unchanged_since: v.optional(version),
    }),
  ),
  scopes: v.array(
    v.looseObject({
      scope: v.string(),
      /** The scope has not changed after this version. */
      v: v.optional(version),
      ...tallySchema,
      /** OUT-4: the same without details; of a project only. */
      outline: partOfScope,
      /** OUT-6: the same without tasks as well; of a project only. */
      summary: partOfScope,
      /** PULL-8.4: the details that a fill of the hot project contains, by request. */
      hot: partOfScope,
      /** PULL-8.4: the details of single tasks, by request. */
      tasks: v.optional(v.array(v.looseObject({ task: v.string(), ...tallySchema }))),
    }),
  ),
});
export type Check = v.InferOutput<typeof checkSchema>;

/** WRITE-8: one call of a batch, like a single call, with its headers as fields. */
export const pushCallSchema = v.looseObject({
  seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
  method: v.picklist(['POST', 'PATCH', 'DELETE']),
  /** Path after `/rest/`. */
  path: v.string(),
  body: v.record(v.string(), v.unknown()),
  /** Version the long text was edited from. */
  if_match: v.optional(version),
  /** Newest version of the rows that the person saw when they did it (WRITE-4.6). */
  seen: v.optional(version),
  /** Milliseconds by the client's clock when the person did it: kept as a claim (ID-3). */
  claimed_at: v.optional(v.pipe(v.number(), v.safeInteger())),
});
export type PushCall = v.InferOutput<typeof pushCallSchema>;

/** Body of `POST sync/push?organization_accesskey_id`. */
export const pushRequestSchema = v.looseObject({
  client_id: v.string(),
  /** Stream of every call in this batch; a batch never mixes streams. */
  stream: v.string(),
  epoch: v.string(),
  ack_through: version,
  schema: v.number(),
  /**
   * Pending mutations of the account that no response has settled when the batch is sent, including
   * those of this batch.
   */
  pending: v.number(),
  /**
   * ID-2: the highest seq that the server has reported as received from this client. Missing if the
   * device does not know it: nothing is compared then.
   */
  heard: v.optional(version),
  /**
   * The device's cursor in the stream: a server whose head is below it was rolled back (PULL-4).
   */
  since: v.optional(version),
  /** The highest `ack_through` that this device has ever sent for this client. */
  told: v.optional(version),
  /** Every seq above `heard` that this device has sent, including those of this batch. */
  sent: v.optional(v.array(version)),
  /**
   * Milliseconds by the client's clock when the batch is sent, so that the server knows how far that clock is off.
   * Missing in batches of older builds.
   */
  sent_at: v.optional(v.pipe(v.number(), v.safeInteger())),
  calls: v.pipe(v.array(pushCallSchema), v.minLength(1), v.maxLength(200)),
});
export type PushRequest = v.InferOutput<typeof pushRequestSchema>;

/** One verdict. `status` is the HTTP status of the call as a single request. */
export const verdictSchema = v.looseObject({
  seq: v.number(),
  status: v.number(),
  /** Version of the write; with 200 only. */
  version: v.optional(version),
  replayed: v.optional(v.boolean()),
  /** True when the seq lies at or below the ack point: nothing ran (WRITE-2). */
  settled: v.optional(v.boolean()),
  /** With `settled`: head of the stream before this batch. What the call wrote is at or below it. */
  head: v.optional(version),
  code: v.optional(v.picklist(ERROR_CODES)),
  message: v.optional(v.string()),
  /** With 412: `{ current: text, v, author? }`, the author as the id of an organisation user. */
  details: v.optional(v.record(v.string(), v.unknown())),
});
export type Verdict = v.InferOutput<typeof verdictSchema>;

/** Verdicts in the order of the calls; shorter than the calls when a retryable one stopped the batch (WRITE-8). */
export const pushAnswerSchema = v.looseObject({
  epoch: v.string(),
  verdicts: v.array(verdictSchema),
  /** The highest seq received from this client, after this batch. */
  heard: v.optional(version),
  /**
   * WRITE-2: the server has received seqs from this client that this device has not sent. The batch
   * was neither run nor acknowledged; there are verdicts only for calls that were received before,
   * byte for byte.
   */
  copied: v.optional(
    v.looseObject({
      /** The highest seq that the client has acknowledged. */
      ack_through: version,
      /** Other received seqs that the device did not name. */
      seqs: v.array(version),
    }),
  ),
});
export type PushAnswer = v.InferOutput<typeof pushAnswerSchema>;

/** Error body of every call. */
export const errorBodySchema = v.looseObject({
  status: v.number(),
  code: v.picklist(ERROR_CODES),
  message: v.string(),
  request_id: v.string(),
  details: v.optional(v.record(v.string(), v.unknown())),
});
export type ErrorBody = v.InferOutput<typeof errorBodySchema>;

/** First frame of the client on `/ws/sync/`: the token is never in the address. */
export const socketHelloSchema = v.looseObject({
  type: v.literal('hello'),
  token: v.string(),
  organization: v.string(),
  schema: v.number(),
  /** PULL-7.4: events may name scopes that this device has by their digest. */
  scopes_digest: v.optional(v.boolean()),
});

/**
 * PULL-7: page of an event. With `scopes_digest` in place of `scopes`, the person's scopes are the ones of the
 * connection's handshake or previous event, and it is the hex of their `digestOfScopes` (PULL-7.4).
 */
export const eventPageSchema = v.looseObject({
  ...pullPageSchema.entries,
  scopes: v.optional(pullPageSchema.entries.scopes),
  scopes_digest: v.optional(v.string()),
});
export type EventPage = v.InferOutput<typeof eventPageSchema>;

/** PULL-7: frames of the server on `/ws/sync/`. */
export const socketFrameSchema = v.variant('type', [
  v.looseObject({ type: v.literal('ready'), heads: v.record(v.string(), version) }),
  v.looseObject({
    type: v.literal('changed'),
    stream: v.string(),
    from: version,
    /** Time at which version `from` was written, in milliseconds; missing where the server does not know it (PULL-4.3). */
    from_at: v.optional(version),
    head: version,
    /**
     * A page from `from` to `head`, filtered for this person; missing in an event without changes.
     */
    page: v.optional(eventPageSchema),
  }),
  v.looseObject({ type: v.literal('heartbeat'), heads: v.record(v.string(), version) }),
  /** The session behind the token ended, or the person left the organisation. */
  v.looseObject({ type: v.literal('closed'), code: v.picklist(ERROR_CODES) }),
]);
export type SocketFrame = v.InferOutput<typeof socketFrameSchema>;
