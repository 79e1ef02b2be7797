/**
 * Reading fields of a REST body. JSON clients send types, multipart forms send text; both mean the same.
 * Values that are neither are handed on as they are, for the mutation's schema to refuse.
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

/** A file: its id, or the address under which it is shown; empty means "none". */
export function fileField(body: Body, name: string): unknown {
  const value = nullableField(body, name);
  return typeof value === 'string' ? value.replace(/^\/rest\/files\//, '') : value;
}

/** A reference: numbers of plain clients become the text we keep inside. */
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

/** Only the named fields that the body has, read by `read`. */
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

/** A field as it is. */
export function plainField(body: Body, name: string): unknown {
  return body[name];
}

function idText(value: unknown): unknown {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
}
