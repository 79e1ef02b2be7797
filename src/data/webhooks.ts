import { useCallback } from 'react';
import { MUTATIONS } from '../../model/mutations/registry.ts';
import {
  type Delivery,
  parseDeliveries,
  parseWebhooks,
  parseWebhookSecret,
  type Webhook,
} from '../../model/protocol/webhooks.ts';
import type { Client } from '../../sync/client/index.ts';
import { type Listed, useListed } from './listed.ts';

export type { Delivery, Webhook };

/** Address and kinds of a webhook. */
export interface WebhookFields {
  readonly url: string;
  /** Names of mutations; empty: all. */
  readonly kinds: readonly string[];
}

/** Mutations of conversations, notifications and personal rows, which are never sent (decision 0072). */
const NEVER_SENT =
  /^(?:chat|conversation|group|message|note|note-tag|notification|overwrite|project-mute|reminder|saved-view|snooze|task-mute|todo)(?:-|$)/;

/** Names of the mutations that a webhook can be sent, in alphabetical order. */
export function webhookKinds(): readonly string[] {
  return MUTATIONS.map(({ name }) => name)
    .filter((name) => !NEVER_SENT.test(name))
    .toSorted();
}

/** Webhooks of the open organisation, the oldest first. The list is the server's and needs a connection. */
export function useWebhooks(): Listed<Webhook> {
  return useListed(readWebhooks);
}

/** The newest deliveries of a webhook, the newest first. */
export function useDeliveries(webhook: string): Listed<Delivery> {
  const read = useCallback(
    ({ own }: Client) => {
      const call = { method: 'GET', path: 'api/webhook/delivery/list/' } as const;
      return own.request({ ...call, query: { webhook } }, parseDeliveries);
    },
    [webhook],
  );
  return useListed(read);
}

/** Creates a webhook; resolves to its secret, which is not readable again. */
export function createWebhook({ own }: Client, fields: WebhookFields): Promise<string> {
  return own.request({ path: 'api/webhook/create/', body: { ...fields } }, parseWebhookSecret);
}

export async function updateWebhook(
  { own }: Client,
  id: string,
  change: Partial<WebhookFields & { readonly active: boolean }>,
): Promise<void> {
  await own.request({ path: 'api/webhook/update/', body: { id, ...change } }, nothing);
}

/** Replaces the secret; resolves to the new one, which is not readable again. */
export function rotateWebhookSecret({ own }: Client, id: string): Promise<string> {
  return own.request({ path: 'api/webhook/rotate/', body: { id } }, parseWebhookSecret);
}

export async function deleteWebhook({ own }: Client, id: string): Promise<void> {
  await own.request({ path: 'api/webhook/end/', body: { id } }, nothing);
}

/** Sends a delivery once more, with the same id. */
export async function replayDelivery({ own }: Client, id: string): Promise<void> {
  await own.request({ path: 'api/webhook/delivery/replay/', body: { id } }, nothing);
}

function readWebhooks({ own }: Client): Promise<readonly Webhook[]> {
  return own.request({ method: 'GET', path: 'api/webhook/list/' }, parseWebhooks);
}

function nothing(): void {}
