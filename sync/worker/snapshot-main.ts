import { expose } from 'comlink';
import { snapshotApi } from './snapshot-api.ts';

expose(snapshotApi());
