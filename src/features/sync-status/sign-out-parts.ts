import { keepsUnencryptedWork } from '../../data/unencrypted-work.ts';
import { saveUnsentCopy } from './save-unsent-copy.ts';
import { signOut } from './sign-out.ts';

/** Code needed only for sign-out, in one file apart from the frame. */
export const signOutParts = { signOut, saveUnsentCopy, keepsUnencryptedWork };
