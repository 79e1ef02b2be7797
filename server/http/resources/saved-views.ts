import { savedViews } from '../../../model/entities/saved-view.ts';
import { rowsOf } from '../../present/read-rows.ts';
import { presentSavedView } from '../../present/saved-views.ts';
import type { Route } from '../pipeline.ts';
import { defineResource } from './define-resource.ts';

/** Views are personal: nobody lists those of another person. */
const savedViewList = defineResource({
  path: 'saved-view/list/',
  summary: "One's own saved views of the task overview, by name",
  filters: {},
  read: async (reads) => {
    const rows = await rowsOf(reads, savedViews, { order: ['name'] });
    return { data: rows.map(presentSavedView) };
  },
});

export const SAVED_VIEW_RESOURCES: readonly Route[] = [savedViewList];
