/** People of the simulated organisation, and its rows before the first event. */
export interface Person {
  readonly name: string;
  readonly userId: string;
  readonly orgUserId: string;
  readonly orgId: string;
  /** Session cookies of the person's devices. */
  readonly cookies: readonly string[];
}

export interface Cast {
  readonly orgId: string;
  /** Founder, Level 1. */
  readonly ada: Person;
  /** Without an administrative level: reads the projects of which he is a member. */
  readonly ben: Person;
  /** Level 2, until an event removes it. */
  readonly cyd: Person;
  readonly roles: { readonly manager: string; readonly member: string; readonly category: string };
  readonly flag: string;
  readonly workspace: string;
  readonly projects: readonly string[];
  /** A project with more rows than may be removed at once without a check (CLIENT-5). */
  readonly largeProject: string;
}

/** Maximum number of devices on which a person is signed in. */
export const DEVICES_A_PERSON = 3;
