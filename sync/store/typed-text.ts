/** Text that was typed into a form: the fields that differ from their initial values (src/data/drafts.ts). */
export function typedIn(draft: string): string {
  const fields = fieldsOf(draft);
  const typed = [...fields].filter(
    ([name, value]) => !name.startsWith(START) && value !== fields.get(`${START}${name}`),
  );
  return typed.flatMap(([, value]) => (typeof value === 'string' ? [value] : [])).join('\n');
}

/** What was typed into the fields for text, one per line; empty when nobody has changed them. */
export function textsIn(draft: string): string {
  const fields = fieldsOf(draft);
  const typed = TEXTS.flatMap((name) => {
    const value = fields.get(name);
    return typeof value === 'string' && value !== fields.get(`${START}${name}`) ? [value] : [];
  });
  return typed
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n');
}

/** Names of fields for text, in the order in which forms show them. All others have dates, choices or strokes. */
const TEXTS = [
  'display_name',
  'name',
  'title',
  'short_name',
  'text',
  'description',
  'desc',
  'reason',
  'remark',
  'signedAs',
];

const START = 'start:';

function fieldsOf(draft: string): ReadonlyMap<string, unknown> {
  try {
    const fields: unknown = JSON.parse(draft);
    return new Map(typeof fields === 'object' && fields !== null ? Object.entries(fields) : []);
  } catch {
    return new Map();
  }
}
