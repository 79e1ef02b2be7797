import type { Migration } from './migration.ts';
import { spine } from './0001-spine.ts';
import { accounts } from './0002-accounts.ts';
import { personal } from './0004-personal.ts';

/** Every step of the tables' history, in order. */
export const MIGRATIONS: readonly Migration[] = [spine, accounts, personal];
