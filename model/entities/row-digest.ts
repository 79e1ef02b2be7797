import { hexOf, type Sums, sumsOf } from '../shared/digest.ts';
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

/** Names the fields of this build: contents are compared only by two builds with the same ones. */
export function contentShape(): string {
  const known =
    SHAPES.get(ENTITIES) ??
    hexOf(sumsOf(JSON.stringify(ENTITIES.map((entity) => [entity.table, fieldsOf(entity)]))));
  SHAPES.set(ENTITIES, known);
  return known;
}

const SHAPES = new WeakMap<readonly Entity[], string>();

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
