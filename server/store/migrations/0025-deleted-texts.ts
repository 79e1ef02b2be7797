import type { Migration } from './migration.ts';

/** Values that a person wrote, by table; the table's rows are marked as deleted, or removed. */
const WRITTEN = {
  marked: { comments: ['comment', 'attachment'], messages: ['text', 'attachment'] },
  removed: { notes: ['title', 'note', 'tags'], todos: ['name'], files: ['name'] },
} as const;

/**
 * The activity log contained deleted texts for ever: texts deleted before this migration are erased from it (decision
 * 0039).
 */
export const deletedTexts: Migration = {
  name: '0025-deleted-texts',
  up: async ({ run }) => {
    // Compares the organisation alone: with a joined text SQLite cannot use the key of the rows.
    for (const [table, fields] of Object.entries(WRITTEN.marked)) {
      await run(
        `update activity set old = null, new = null
         where tbl = '${table}' and field in (${quoted(fields)}) and stream like 'org:%' and exists (
           select 1 from ${table} r where r.org_id = substr(activity.stream, 5)
             and r.id = activity.row_id and r.deleted = 1)`,
      );
    }
    // A row that was created again under its id has a log from then on.
    for (const [table, fields] of Object.entries(WRITTEN.removed)) {
      await run(
        `update activity set old = null, new = null
         where tbl = '${table}' and field in (${quoted([...fields, '*'])}) and exists (
           select 1 from activity d where d.stream = activity.stream and d.tbl = activity.tbl
             and d.row_id = activity.row_id and d.field = '*' and d.v >= activity.v)`,
      );
    }
  },
};

function quoted(fields: readonly string[]): string {
  return fields.map((field) => `'${field}'`).join(', ');
}
