import type { RestRoute } from './define-mutation.ts';
import { presentFields } from './rest-fields.ts';

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that an edit sets, without those that it leaves open (WRITE-4: fields merge one by one). */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the keys are those of `fields`, which the compiler does not follow through entries
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>;
}

/** Merges a later edit into an unsent one (MUT-5), field by field: one that it leaves open keeps the earlier value. */
export function mergeEdits<Args extends object>(earlier: Args, later: Args): Args {
  return { ...earlier, ...given(later) };
}

/** The PATCH of an edit: each field that a body names, by the function that reads it. */
export function editRoute<Args extends { readonly id: string }>(
  path: string,
  readers: Parameters<typeof presentFields>[1],
): RestRoute<Args> {
  return {
    method: 'PATCH',
    path,
    fields: Object.keys(readers),
    toBody: ({ id: _id, ...fields }) => fields,
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      ...presentFields(body, readers),
    }),
  };
}
