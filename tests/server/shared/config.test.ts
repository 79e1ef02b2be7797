import { expect, it } from 'vitest';
import { readConfig } from '../../../server/shared/config.ts';

it('a server without any setting listens on localhost only', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: './data',
    databaseUrl: undefined,
    publicUrl: 'http://localhost:3000',
    trustProxy: false,
  });
});

it('an empty variable counts as missing', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
});

it('the public address loses its slash, and mails come from its host', () => {
  expect(readConfig({ PUBLIC_URL: 'https://cairn.example/' })).toMatchObject({
    publicUrl: 'https://cairn.example',
    mailFrom: 'Cairn <no-reply@cairn.example>',
  });
});

it.for([
  [{ PORT: 'http' }, /PORT is not a whole number/],
  [{ PORT: '70000' }, /PORT is not a port/],
  [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL is not a PostgreSQL address/],
  [{ DATABASE_SPREAD: 'person' }, /DATABASE_SPREAD is not organization/],
  [{ BUS_URL: 'http://bus.example' }, /BUS_URL is no redis:/],
  [{ S3_URL: 'https://s3.example/files' }, /S3_URL is not https:\/\/KEY:SECRET@host\/bucket/],
  [{ S3_URL: 's3://KEY:SECRET@files' }, /S3_URL is not https/],
  [{ PUBLIC_URL: 'ftp://x' }, /PUBLIC_URL is not an http address/],
  [{ SMTP_URL: 'mail.example' }, /SMTP_URL is not an SMTP address/],
  [{ BACKUP_DIR: '/backups', BACKUP_HOURS: '0' }, /BACKUP_HOURS is not a number of hours/],
  [{ SECURITY_LOG_DAYS: '7' }, /SECURITY_LOG_DAYS is less than 30/],
  [{ SECURITY_WEBHOOK_SECRET: 'short' }, /SECURITY_WEBHOOK_SECRET is shorter/],
  [{ SECURITY_SYSLOG_URL: 'udp://log.example' }, /SECURITY_SYSLOG_URL is no tcp:/],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL is not a log level/],
  [{ TRUST_PROXY: 'maybe' }, /TRUST_PROXY is neither 1 nor 0/],
] as const)('%o is refused with a sentence that names it', ([environment, words]) => {
  expect(() => readConfig(environment)).toThrow(words);
});
