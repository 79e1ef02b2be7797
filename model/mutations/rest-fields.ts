/**
 * Readers of REST body fields. JSON clients send types, multipart forms send text with the same
 * meaning. Other values are passed on unchanged and refused by the mutation's schema.
 */
type Body = Readonly<Record<string, unknown>>;

/** `true`, `false`, or their text in a form. */
export function flagField(body: Body, name: string): unknown {
  const value = body[name];
  if (value === 'true' || value === 'True') return true;
  if (value === 'false' || value === 'False') return false;
  return value;
}

/** An empty field of a form means "none". */
export function nullableField(body: Body, name: string): unknown {
  const value = body[name];
  return value === '' || value === undefined ? null : idText(value);
}

/** A file: its id, or its display address; empty means "none". */
export function fileField(body: Body, name: string): unknown {
  const value = nullableField(body, name);
  return typeof value === 'string' ? value.replace(/^\/rest\/files\//, '') : value;
}

/** A reference: numbers of plain clients become text ids. */
export function idField(body: Body, name: string): unknown {
  return idText(body[name]);
}

/** A repeated field: one value or several. */
export function listField(body: Body, name: string): unknown {
  const value = body[name];
  if (value === undefined || value === '' || value === null) return [];
  return Array.isArray(value) ? value.map((item: unknown) => idText(item)) : [idText(value)];
}

/** A whole number, also as text; anything else is undefined. */
export function orderField(body: Body, name: string): number | undefined {
  const value = body[name];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
    ? number
    : undefined;
}

/** The given fields that the body contains, read by `read`. */
export function presentFields(
  body: Body,
  fields: Readonly<Record<string, (body: Body, name: string) => unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name in body)
      .map(([name, read]) => [name, read(body, name)]),
  );
}

/** A field, unchanged. */
export function plainField(body: Body, name: string): unknown {
  return body[name];
}

function idText(value: unknown): unknown {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
}
