import { projectScope } from '../../../model/entities/scopes.ts';
import { useReplacedValues } from '../../data/replaced-values.ts';
import { ReplacedValues } from '../../ui/layout/replaced-values.tsx';

/** Values of the project and its cards that the viewer lost or replaced unseen (WRITE-4.6). */
export function ReplacedOnBoard({ project }: { readonly project: string }) {
  const values = useReplacedValues(projectScope(project), { own: true });
  return values === undefined || values.length === 0 ? null : (
    <ReplacedValues values={values} isBar />
  );
}
