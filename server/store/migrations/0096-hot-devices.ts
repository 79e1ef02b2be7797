import { addColumn } from './migration.ts';

/** The version up to which a device lacks details of cold tasks (OUT-7), as it reports it (RECEIPT-1.3). */
export const hotDevices = addColumn('0096-hot-devices', 'device_cursors', {
  column: 'hot_since',
  type: 'integer',
  fallback: 0,
});
