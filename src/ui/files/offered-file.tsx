import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

interface Offered {
  /** A file for the text field of the place that nobody has taken yet. */
  readonly file: File | undefined;
  readonly offer: (file: File | undefined) => void;
}

const OfferedContext = createContext<Offered>({ file: undefined, offer: () => undefined });

/** Place with a text field that takes files which are made elsewhere in it, as a drawing on a photo of a comment. */
export function OfferedFileProvider({ children }: { readonly children: ReactNode }) {
  const [file, offer] = useState<File>();
  const value = useMemo(() => ({ file, offer }), [file]);
  return <OfferedContext value={value}>{children}</OfferedContext>;
}

export function useOfferedFile(): Offered {
  return useContext(OfferedContext);
}
