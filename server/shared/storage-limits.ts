/** Limits of the file storage, in bytes. */
export interface FileLimits {
  readonly fileBytes: number;
  /** Everything of one organisation together. */
  readonly organizationBytes: number;
}

export const FILE_LIMITS: FileLimits = {
  fileBytes: 100_000_000,
  organizationBytes: 20_000_000_000,
};

/** Images are decoded in memory; nothing larger is a photo. */
export const IMAGE_BYTES = 40_000_000;
