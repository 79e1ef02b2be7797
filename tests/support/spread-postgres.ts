/**
 * A PostgreSQL whose tables are spread by organisation, in place of a Citus cluster: its functions of these names split
 * a table into partitions by the hash of the organisation. PostgreSQL refuses a key or a unique index without that
 * column, as Citus does, and its plans name the partitions that a statement reads.
 */
export const SPREAD_FUNCTIONS = `
create function create_distributed_table(
  name text, distribution_column text, colocate_with text default 'default'
) returns void language plpgsql as $$
declare
  indexes text[];
  index text;
begin
  if colocate_with <> 'default' then perform colocate_with::regclass; end if;
  select array_agg(indexdef) into indexes
    from pg_indexes where schemaname = current_schema() and tablename = name;
  execute format('create table %I (like %I including defaults) partition by hash (%I)',
    name || '_spread', name, distribution_column);
  for n in 0..3 loop
    execute format('create table %I partition of %I for values with (modulus 4, remainder %s)',
      name || '_on_' || n, name || '_spread', n);
  end loop;
  execute format('insert into %I select * from %I', name || '_spread', name);
  execute format('drop table %I', name);
  execute format('alter table %I rename to %I', name || '_spread', name);
  foreach index in array indexes loop execute index; end loop;
end $$;

create function create_reference_table(name text) returns void language plpgsql as $$
begin
  perform name::regclass;
end $$;
`;

/** Numbers of the partitions that a plan reads. */
export function partitionsOf(plan: readonly string[]): ReadonlySet<string> {
  return new Set(
    plan.flatMap((line) => [...line.matchAll(/_on_(\d+)\b/g)].map(([, n]) => n ?? '')),
  );
}
