import { expose } from 'comlink';
import { exportApi } from './export-api.ts';

expose(exportApi());
