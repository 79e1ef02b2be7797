import { defineEntity } from './define-entity.ts';
import { instant, text, texts } from './fields.ts';

/** Names of views are short enough for their menu. Characters. */
export const VIEW_NAME_LIMIT = 60;

/**
 * A person's own view of the task overview under a name. The domain does not read `search` (JSON) and `hidden`: an older
 * build ignores filters and columns that it does not have.
 */
export const savedViews = defineEntity({
  table: 'saved_views',
  stream: 'user',
  fields: {
    name: text(),
    /** Search parameters of the overview as JSON: filters, text and order. */
    search: text(),
    /** Keys of the hidden columns. */
    hidden: texts(),
    created_at: instant(),
  },
});
export type SavedView = ReturnType<typeof savedViews.parse>;
