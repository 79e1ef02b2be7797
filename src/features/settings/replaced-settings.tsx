import { useReplacedValues } from '../../data/replaced-values.ts';
import { ReplacedValues } from '../../ui/layout/replaced-values.tsx';

/** Replaced values of a project and its cards, or of a workspace, above its settings (WRITE-4.6). */
export function ReplacedSettings({ scope }: { readonly scope: string }) {
  const values = useReplacedValues(scope);
  return values === undefined || values.length === 0 ? null : <ReplacedValues values={values} />;
}
