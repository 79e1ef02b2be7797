import * as v from 'valibot';

/** `data` of `GET api/session/sealing-key/`: an ECDH key pair on P-256, in base64url. */
export const sealingKeysSchema = v.looseObject({
  /** The uncompressed point. */
  public_key: v.string(),
  /** PKCS#8. */
  private_key: v.string(),
});
export type SealingKeys = v.InferOutput<typeof sealingKeysSchema>;
