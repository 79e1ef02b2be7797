import { expose } from 'comlink';
import { searchApi } from './search-api.ts';

expose(searchApi());
