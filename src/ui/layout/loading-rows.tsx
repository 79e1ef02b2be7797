import { Skeleton, Stack } from '@mantine/core';

/** Placeholder of a list that is read for the first time. */
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
