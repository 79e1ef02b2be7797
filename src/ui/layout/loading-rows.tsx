import { Skeleton, Stack } from '@mantine/core';

/** What a list shows while it is read for the first time. */
export function LoadingRows({
  count = 5,
  height = 36,
}: {
  readonly count?: number;
  readonly height?: number;
}) {
  return (
    <Stack gap="xs" aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height={height} />
      ))}
    </Stack>
  );
}
