import { hexOf, NO_SUMS, type Sums, addSums, sumsOf } from '../shared/digest.ts';
import type { Entity, RawRow } from './define-entity.ts';
import { ENTITIES } from './registry.ts';

/**
 * Part of a row in a digest of contents (PULL-8): of id, version and every field that is not empty. Empty ones are left
 * out, so that a field that a build adds changes no digest of the rows before it.
 */
export function sumsOfContent(entity: Entity, row: RawRow): Sums {
  const fields = fieldsOf(entity)
    .map((name) => [name, row[name]] as const)
    .filter(([, value]) => !isEmpty(value));
  return sumsOf(`${entity.table}:${row.id}:${row.v}:${JSON.stringify(fields)}`);
}

/** Digest of the contents of rows of one entity. */
export function contentOf(entity: Entity, rows: Iterable<RawRow>): Sums {
  let sums = NO_SUMS;
  for (const row of rows) sums = addSums(sums, sumsOfContent(entity, row));
  return sums;
}

/** Names the fields of this build: contents are compared only by two builds with the same ones. */
export function contentShape(): string {
  return (shape ??= hexOf(
    sumsOf(JSON.stringify(ENTITIES.map((entity) => [entity.table, fieldsOf(entity)]))),
  ));
}

let shape: string | undefined;

const FIELDS = new WeakMap<Entity, readonly string[]>();

function fieldsOf(entity: Entity): readonly string[] {
  const known = FIELDS.get(entity) ?? Object.keys(entity.columns).toSorted();
  FIELDS.set(entity, known);
  return known;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === 0 || value === false) {
    return true;
  }
  return typeof value === 'object' && Object.keys(value).length === 0;
}
