/** Text that was typed into a form: the fields that differ from their initial values (src/data/drafts.ts). */
export function typedIn(draft: string): string {
  const fields = fieldsOf(draft);
  const typed = [...fields].filter(
    ([name, value]) => !name.startsWith(START) && value !== fields.get(`${START}${name}`),
  );
  return typed.flatMap(([, value]) => (typeof value === 'string' ? [value] : [])).join('\n');
}

/** The text of the first field, which is the one for text; empty when nobody has changed it. */
export function mainTextIn(draft: string): string {
  const fields = fieldsOf(draft);
  const [first] = [...fields].filter(([name]) => !name.startsWith(START));
  if (first === undefined) return '';
  const [name, value] = first;
  return typeof value === 'string' && value !== fields.get(`${START}${name}`) ? value : '';
}

const START = 'start:';

function fieldsOf(draft: string): ReadonlyMap<string, unknown> {
  try {
    const fields: unknown = JSON.parse(draft);
    return new Map(typeof fields === 'object' && fields !== null ? Object.entries(fields) : []);
  } catch {
    return new Map();
  }
}
