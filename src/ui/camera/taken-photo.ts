interface Details {
  readonly name?: string;
  readonly place?: string | undefined;
}

/**
 * Photo with the time of its shot by this device's clock, an ISO instant in UTC. It is attached like any file;
 * sync/store/attach-file.ts stores the time with it.
 */
export class TakenPhoto extends File {
  readonly takenAt: string;
  /** Place of the shot as an address of the scheme `geo`; undefined unless the person added it. */
  readonly place: string | undefined;

  constructor(content: Blob, takenAt: Date, { name = nameAt(takenAt), place }: Details = {}) {
    super([content], name, { type: content.type, lastModified: takenAt.getTime() });
    this.takenAt = takenAt.toISOString();
    this.place = place;
  }
}

/** `Photo 2026-11-26 19.40.05.jpg`, by the local time, so that names sort by the shot. */
function nameAt(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('.');
  return `Photo ${day} ${time}.jpg`;
}
