/** Screens for a person who is not signed in, on a device that cannot reach the server. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import { load, open } from './support/app.tsx';
import { createOrganization } from './support/organization.ts';
import {
  accessibleDescription,
  button,
  expectUrl,
  failedRequests,
  field,
  gone,
  heading,
  see,
} from './support/screen.ts';

const NO_CONNECTION = /no connection to the server|cannot be reached/;

describe('/', () => {
  test('sign-in reports at the button that the server cannot be reached, and keeps what was typed', async () => {
    await load('/');
    await see(heading('Sign in'));
    await field('Email').fill('ada@example.org');
    await page.getByLabelText('Password', { exact: true }).fill('correct horse battery');
    await button('Sign in').click();
    await see(page.getByText(NO_CONNECTION));
    await expect.element(field('Email')).toHaveValue('ada@example.org');
    expect(await failedRequests()).toContain('POST /rest/api/user-login/');
  });

  test('a signed-in person is sent to their home', async () => {
    await open(await createOrganization(), '/');
    await see(heading(/Ada Field/));
    await expectUrl(/\/home-view$/);
  });
});

describe('/open-snapshot', () => {
  test('a person without an account is asked for file and passphrase, and returns to sign-in', async () => {
    await load('/');
    await page.getByRole('link', { name: 'Open a snapshot' }).click();
    await see(heading('Open a snapshot'));
    await button('Open').click();
    await see(page.getByText('Passphrase is required'));
    await page.getByLabelText('Passphrase', { exact: true }).fill('four quiet herons wade');
    await button('Open').click();
    await see(page.getByText('Choose the file of the snapshot.'));
    await expectAccessible('Open a snapshot');
    await page.getByRole('link', { name: 'Back' }).click();
    await see(heading('Sign in'));
  });

  test('a tab whose snapshot was closed says so', async () => {
    await load('/open-snapshot#ended');
    await see(page.getByText('The snapshot that was open here is closed.'));
  });
});

describe('/sign-in/return', () => {
  test('a person reads why the identity provider did not sign them in, and returns to sign-in', async () => {
    await load('/sign-in/return#failed=other_domain');
    await see(heading('Single sign-on'));
    await see(page.getByText('named an e-mail address of another domain', { exact: false }));
    await expectAccessible('Single sign-on');
    await page.getByRole('link', { name: 'Back to the sign-in' }).click();
    await see(heading('Sign in'));
  });

  test('without a server a ticket cannot be used, the page says why, and the address loses it', async () => {
    await load('/sign-in/return#ticket=once');
    await see(page.getByText(NO_CONNECTION));
    await expectUrl(/return$/);
  });

  test('opened by hand it explains itself', async () => {
    await load('/sign-in/return');
    await see(page.getByText('This page opens by itself', { exact: false }));
  });
});

describe('/check-report', () => {
  const choose = async (content: string) => {
    const file = new File([content], 'report.json', { type: 'application/json' });
    // The field opens the picker of the browser, which no test can use: the file is dropped.
    const transfer = new DataTransfer();
    transfer.items.add(file);
    const target = page.getByLabelText('File of the report').element();
    const options = { bubbles: true, cancelable: true, dataTransfer: transfer };
    target.dispatchEvent(new DragEvent('dragover', options));
    target.dispatchEvent(new DragEvent('drop', options));
  };

  test('a person without an account reads why a file cannot be checked, and returns to sign-in', async () => {
    await load('/');
    await page.getByRole('link', { name: 'Check a report' }).click();
    await see(heading('Check a report'));
    await expectAccessible('Check a report');
    await choose('A letter');
    await see(page.getByText('This is not a checkable file.', { exact: false }));
    await choose('{"format":"cairn-sign-off-report","version":1,"ser');
    await see(page.getByText('Only a part of the file is here', { exact: false }));
    await choose('{"format":"cairn-sign-off-report","version":2}');
    await see(page.getByText('A newer version of Cairn made this file.', { exact: false }));
    await choose('{"format":"cairn-sign-off-report","version":1}');
    await see(page.getByText('The file is damaged or was changed', { exact: false }));
    await page.getByRole('link', { name: 'Back' }).click();
    await see(heading('Sign in'));
  });
});

describe('/signup', () => {
  test('validation messages are at their fields, including two different passwords, and nothing is sent', async () => {
    const password = 'correct horse battery';
    await load('/signup');
    await see(heading('Sign up'));
    await field('Full Name').fill('Grace Hill');
    await field('Mobile Number').fill('+44 20 7946 0002');
    await field('Email').fill('grace@example.org');
    await field('Organization Name').fill('Hill Paths');
    await page.getByLabelText('Password', { exact: true }).fill(password);
    await field('Re-enter Password').fill('another password');
    await button('Sign Up').click();
    const unequal = page.getByText('Passwords do not match!');
    await see(unequal);
    const wrong = [
      ['Full Name', '  ', 'Full Name is required'],
      ['Mobile Number', 'abc', 'Enter a phone number'],
      ['Email', 'grace@hill', 'Enter an e-mail address'],
      ['Organization Name', ' ', 'Organization Name is required'],
      ['Re-enter Password', password, ''],
    ] as const;
    for (const [label, text] of wrong) await field(label).fill(text);
    await button('Sign Up').click();
    for (const [label, , description] of wrong) {
      await expect.poll(() => accessibleDescription(field(label))).toBe(description);
    }
    await gone(unequal);
    // The page requests the sign-up policy.
    expect((await failedRequests()).filter((request) => !request.startsWith('GET'))).toEqual([]);
  });
});

describe('/forgotpassword', () => {
  test('a mail that cannot be requested is reported', async () => {
    await load('/forgotpassword');
    await see(heading('Forgot password'));
    await field('Email').fill('ada@example.org');
    await button('Send me a link').click();
    await see(page.getByText(NO_CONNECTION));
  });
});

describe('/forgotpassword/$id/$token', () => {
  test('a link that cannot be checked offers to check it again', async () => {
    await load('/forgotpassword/7/secret');
    await see(heading('New password'));
    await see(page.getByText(NO_CONNECTION));
    await see(page.getByRole('button'));
  });
});

describe('/emailverification', () => {
  test('without the secret of a mail the page explains how to get one', async () => {
    await load('/emailverification');
    await see(heading('E-mail verification'));
    await see(page.getByText('This address needs the link from the mail we sent you.'));
  });
});

describe('/organizationinvite/$token', () => {
  test('an invitation that cannot be checked offers to check it again', async () => {
    await load('/organizationinvite/unknown');
    await see(heading('Invitation'));
    await see(page.getByText(NO_CONNECTION));
  });
});

describe('/price-page', () => {
  test('the price and what is included are readable without an account', async () => {
    await load('/price-page');
    await see(heading('Price'));
    await see(page.getByText('Nothing', { exact: true }));
    await see(page.getByRole('heading', { name: 'What is included' }));
  });
});

describe('/homeview', () => {
  test('the second spelling of the address leads home', async () => {
    await open(await createOrganization(), '/homeview');
    await see(heading(/Ada Field/));
    await expectUrl(/\/home-view$/);
  });

  test('a visitor is sent to sign-in', async () => {
    await load('/homeview');
    await see(heading('Sign in'));
  });
});

test('a signed-out visitor of a screen is sent to sign-in, which keeps the address', async () => {
  await load('/mytasks');
  await see(heading('Sign in'));
  await expectUrl(/back=.*mytasks/);
});

test('an address without a screen says so', async () => {
  await load('/nowhere');
  await see(heading('Page not found'));
});

/** Texts of the elements that describe a field. */
