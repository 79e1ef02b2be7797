import type { RestRoute } from './define-mutation.ts';
import { presentFields } from './rest-fields.ts';

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Fields that an edit sets, without undefined ones (WRITE-4: fields merge one by one). */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the keys are those of `fields`, which the compiler does not follow through entries
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>;
}

/** Merges a later edit into an unsent one (MUT-5); a field that the later edit does not set keeps the earlier value. */
export function mergeEdits<Args extends object>(earlier: Args, later: Args): Args {
  return { ...earlier, ...given(later) };
}

/** PATCH route of an edit, with a reader for each field of the body. */
export function editRoute<Args extends { readonly id: string }>(
  path: string,
  readers: Parameters<typeof presentFields>[1],
): RestRoute<Args> {
  return {
    method: 'PATCH',
    path,
    bodyFields: Object.keys(readers),
    toBody: ({ id: _id, ...fields }) => fields,
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      ...presentFields(body, readers),
    }),
  };
}
