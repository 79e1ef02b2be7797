import type { SignedIn } from '../auth/sign-in.ts';
import { setCookies } from './cookies.ts';
import type { Answer, PublicContext } from './pipeline.ts';

/** The response to every way of signing in: sets the cookies, and ends the session that the browser had before. */
export function welcome(
  {
    request,
    reply,
    services,
  }: Pick<PublicContext<unknown, unknown>, 'request' | 'reply' | 'services'>,
  { answer, cookie, device, shared, replaced }: SignedIn,
  message: string,
): Answer {
  if (replaced !== undefined) services.sessions.ended(replaced);
  setCookies(request, reply, { cookie, device, shared, publicUrl: services.publicUrl });
  // A new browser may have caused a mail.
  services.mailer.wake();
  return { message, data: answer };
}
