import type { ActionName } from './actions.ts';

/** One event of a schedule, `gap` milliseconds after the previous one. `pick` seeds its random choices. */
export type SimulationEvent = { readonly gap: number; readonly pick: string } & (
  | { readonly kind: 'act'; readonly device: number; readonly action: ActionName }
  | { readonly kind: 'tray'; readonly device: number; readonly choice: RejectedChoice }
  | {
      readonly kind: 'weather';
      readonly device: number;
      readonly weather: 'fair' | 'rough' | 'sluggish' | 'storm';
    }
  /** The device has no network; with `cut` it does not know that. */
  | { readonly kind: 'offline'; readonly device: number; readonly milliseconds: number }
  | { readonly kind: 'cut'; readonly device: number; readonly milliseconds: number }
  | { readonly kind: 'open-tab'; readonly device: number }
  /** `tasks`: macrotasks until the process ends, counted from now or from the next response it receives. */
  | {
      readonly kind: 'kill-tab';
      readonly device: number;
      readonly tasks: number;
      readonly onAnswer: boolean;
    }
  | {
      readonly kind: 'kill-device';
      readonly device: number;
      readonly tasks: number;
      readonly onAnswer: boolean;
    }
  /** The person of a shared machine signs in, over the session of another one if it has not ended. */
  | { readonly kind: 'sign-in'; readonly device: number }
  /**
   * A newer build is loaded. `reload`: the browser starts with it, and the store is as the older build, which lacked a
   * table, has left it. Otherwise in one more tab, beside those of the older build.
   */
  | { readonly kind: 'upgrade'; readonly device: number; readonly reload: boolean }
  /** The server stops to accept the schema of the older build. */
  | { readonly kind: 'outdate' }
  /** The browser is closed, and cannot open the account's store at its next starts (CLIENT-6); opened at once. */
  | { readonly kind: 'unopenable'; readonly device: number; readonly milliseconds: number }
  /** The browser is closed, and its service worker gets a `sync` event (ENG-5), at most three times. */
  | { readonly kind: 'background-sync'; readonly device: number }
  /** A tab is frozen for some time; it begins like a kill. */
  | {
      readonly kind: 'freeze';
      readonly device: number;
      readonly tasks: number;
      readonly onAnswer: boolean;
      readonly milliseconds: number;
    }
  /** The person signs out there. `keeps`: unsent work stays, locked; otherwise it prevents the sign-out. */
  | { readonly kind: 'sign-out'; readonly device: number; readonly keeps: boolean }
  /**
   * The person encrypts the device there. `killedAfter`: macrotasks between the commit that closes a store and the kill
   * of the browser.
   */
  | { readonly kind: 'encrypt'; readonly device: number; readonly killedAfter?: number }
  /** A tab is suspended for good; counted like a kill. */
  | {
      readonly kind: 'stop-tab';
      readonly device: number;
      readonly tasks: number;
      readonly onAnswer: boolean;
    }
  | { readonly kind: 'evict'; readonly device: number }
  /** The machine loses its power; counted like a kill. `part`: share of the newest relaxed commits that are lost. */
  | {
      readonly kind: 'power-cut';
      readonly device: number;
      readonly tasks: number;
      readonly onAnswer: boolean;
      readonly part: number;
    }
  /** Half of the write transactions fail. */
  | { readonly kind: 'full-disk'; readonly device: number; readonly milliseconds: number }
  /** An intermediary changes or replaces responses. */
  | {
      readonly kind: 'proxy';
      readonly device: number;
      readonly milliseconds: number;
      readonly proxy: ProxyKind;
    }
  /** One response to a call of this path arrives late, after `skip` others; the device's other calls go on. */
  | {
      readonly kind: 'late-answer';
      readonly device: number;
      readonly path: LatePath;
      readonly skip: number;
      readonly milliseconds: number;
    }
  /** The person looks at something else. */
  | { readonly kind: 'hide'; readonly device: number; readonly milliseconds: number }
  /**
   * The browser is closed and its profile copied: another browser continues with the copy, or this one with the kept
   * copy later.
   */
  | { readonly kind: 'copy-profile'; readonly device: number }
  | { readonly kind: 'keep-profile'; readonly device: number }
  | { readonly kind: 'put-back-profile'; readonly device: number }
  | { readonly kind: 'skew'; readonly device: number; readonly milliseconds: number }
  | { readonly kind: 'kill-server'; readonly tasks: number; readonly down: number }
  /** One of the server's processes ends, and starts again later. */
  | { readonly kind: 'kill-process'; readonly tasks: number; readonly down: number }
  /** One of them receives no messages of the others. */
  | { readonly kind: 'cut-bus'; readonly milliseconds: number }
  | { readonly kind: 'backup' }
  | { readonly kind: 'restore' }
  | { readonly kind: 'go-back' }
  | { readonly kind: 'expire-tokens' }
  | { readonly kind: 'membership'; readonly add: boolean }
  | { readonly kind: 'level'; readonly administrative: boolean }
  | { readonly kind: 'poison'; readonly device: number }
  | { readonly kind: 'overload'; readonly milliseconds: number }
  | { readonly kind: 'forgetful-server'; readonly device: number; readonly milliseconds: number }
  | { readonly kind: 'prune' }
  /** The daily erasure, after the time of everything that is deleted; a killed server interrupts it. */
  | { readonly kind: 'erase' }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  /** The disk damages one row of the store while the browser is closed. */
  | { readonly kind: 'damage'; readonly device: number; readonly damage: DamageKind }
  /** The device compares its rows with the server. */
  | { readonly kind: 'compare'; readonly device: number }
  | { readonly kind: 'days-off'; readonly device: number; readonly days: number }
);
/** `pull`: a page of changes; `scope`: rows of a scope that has become readable. */
export type LatePath = 'pull' | 'scope';
/**
 * `portal`: a page of its own for every request, such as a hotel's; `filter`: 403 for requests that write; `gateway`:
 * 502 in place of the server's response; `cutter`: responses that end early.
 */
export type ProxyKind = 'portal' | 'filter' | 'gateway' | 'cutter';
/** Kinds of differences that a comparison repairs (PULL-9.3). */
export type DamageKind = 'missing' | 'extra' | 'old' | 'damaged';
export type RejectedChoice = 'retry' | 'discard' | 'mine' | 'theirs' | 'merged';
