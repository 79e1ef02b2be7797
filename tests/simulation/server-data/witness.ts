/**
 * Records of the simulation inside the database, so that they are killed, rolled back and restored with the data they
 * describe: every verdict ever stored, every removed verdict with its client's acknowledgement at that time, and every
 * version of each scope.
 */
const TABLES = (counter: string) => `
  create table if not exists sim_applied
    (n ${counter}, client_id text, seq integer, status integer, version integer, body_hash text);
  create table if not exists sim_dropped (client_id text, seq integer, ack_through integer);
  create table if not exists sim_versions
    (stream text, scope text, v integer, primary key (stream, scope, v));
`;

const ON_VERDICT = `
  insert into sim_applied (client_id, seq, status, version, body_hash)
  values (new.client_id, new.seq, new.status, new.version, new.body_hash);
`;
const ON_DROP = `
  insert into sim_dropped values (old.client_id, old.seq,
    coalesce((select ack_through from clients where org_id = old.org_id and client_id = old.client_id), 0));
`;
const ON_CHANGE = `
  insert into sim_versions select new.stream, new.scope, new.v where not exists
    (select 1 from sim_versions where stream = new.stream and scope = new.scope and v = new.v);
`;

interface Trigger {
  readonly name: string;
  readonly event: string;
  readonly statement: string;
}

const TRIGGERS: readonly Trigger[] = [
  { name: 'sim_on_verdict', event: 'insert on verdicts', statement: ON_VERDICT },
  { name: 'sim_on_drop', event: 'delete on verdicts', statement: ON_DROP },
  { name: 'sim_on_change', event: 'insert on changes', statement: ON_CHANGE },
  { name: 'sim_on_rechange', event: 'update on changes', statement: ON_CHANGE },
];

export const SQLITE_WITNESS = [
  TABLES('integer primary key'),
  ...TRIGGERS.map(
    ({ name, event, statement }) =>
      `create trigger if not exists ${name} after ${event} begin ${statement} end;`,
  ),
].join('\n');

export const POSTGRES_WITNESS = [
  TABLES('bigserial primary key'),
  ...TRIGGERS.map(
    ({ name, event, statement }) =>
      `create function ${name}() returns trigger language plpgsql
         as $$ begin ${statement} return null; end $$;
       create trigger ${name} after ${event} for each row execute function ${name}();`,
  ),
].join('\n');
