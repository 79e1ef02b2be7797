/** Who is in the simulated organisation, and what there is before anybody does anything. */
export interface Person {
  readonly name: string;
  readonly userId: string;
  readonly orgUserId: string;
  /** Value of the session cookie of each device of theirs. */
  readonly cookies: readonly string[];
}

export interface Cast {
  readonly orgId: string;
  /** Founder, Level 1. */
  readonly ada: Person;
  /** Without an administrative level: sees what he is a team member of. */
  readonly ben: Person;
  /** Level 2, until somebody takes it away. */
  readonly cyd: Person;
  readonly roles: { readonly manager: string; readonly member: string; readonly category: string };
  readonly flag: string;
  readonly workspace: string;
  readonly projects: readonly string[];
  /** A project with so many rows that losing them all at once is unusual (CLIENT-5). */
  readonly largeProject: string;
}

/** Devices a person can be signed in on at once. */
export const DEVICES_A_PERSON = 3;
