import { columnType } from '../ddl.ts';
import type { Migration } from './migration.ts';

/** Length and waveform of a voice note. */
export const voiceNotes: Migration = {
  name: '0070-voice-notes',
  up: async ({ kind, run }) => {
    await run(`alter table files add column duration_ms ${columnType(kind, 'integer?')}`);
    await run(`alter table files add column peaks ${columnType(kind, 'text?')}`);
  },
};
