/** Time of the device beside the server's when they differ by a minute or more: offline work. */
export function claimOf({
  at,
  claimed_at,
}: {
  readonly at: string;
  readonly claimed_at: string | null;
}): string | undefined {
  if (claimed_at === null) return undefined;
  return Math.abs(Date.parse(at) - Date.parse(claimed_at)) >= 60_000 ? claimed_at : undefined;
}
