import { type SavedView, savedViews } from '../../model/entities/saved-view.ts';
import { presentFields } from './fields.ts';

export function presentSavedView(view: SavedView) {
  return {
    id: view.id,
    ...presentFields(savedViews, view),
  };
}
