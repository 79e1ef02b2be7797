export type { OwnSession } from '../../sync/client/index.ts';
