/** An S3-compatible store and a prefix in it. The bucket is addressed by path, which every such store accepts. */
export interface S3Place {
  /** `https://host[:port]/bucket`, without a slash at the end. */
  readonly bucket: string;
  /** Before every key: empty, or ending in a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Throws on an address that does not name key, secret, host and bucket: `https://KEY:SECRET@host/bucket/folder?region=…`. */
export function parseS3Url(text: string): S3Place {
  const url = new URL(text);
  const [bucket, ...folders] = url.pathname.split('/').filter((part) => part !== '');
  if (bucket === undefined || url.username === '' || url.password === '') {
    throw new TypeError('is not https://KEY:SECRET@host/bucket');
  }
  return {
    bucket: `${url.protocol}//${url.host}/${bucket}`,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}
