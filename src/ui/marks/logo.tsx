/** Logo: three stacked stones. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <ellipse cx="16" cy="25.2" rx="12.2" ry="4.6" fill="currentColor" />
      <ellipse cx="15.2" cy="16.4" rx="8.8" ry="3.9" fill="currentColor" opacity="0.82" />
      <ellipse cx="16.6" cy="8.6" rx="5.6" ry="3.4" fill="currentColor" opacity="0.64" />
    </svg>
  );
}
