// What the terminal announces is there: an inbox, and log-ins that were seeded.
import { expect, test } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { welcome } from './welcome.ts';

const said = (settings: Record<string, string>, inboxLink: string | null = null): string =>
  welcome(readConfig(settings), null, inboxLink);

test('the inbox is announced where there is one, and the mail server otherwise', () => {
  expect(said({}, 'http://localhost:3000/inbox?key=k')).toContain('/inbox?key=k');
  expect(said({})).not.toContain('/inbox');
  expect(said({})).toContain('SMTP_URL');
});

test('log-ins of the demo are announced only by the process that seeds it', () => {
  expect(said({})).toContain('davi /');
  expect(said({ CAMARIM_ROLE: 'web' })).not.toContain('davi /');
  expect(said({ CAMARIM_DEMO: 'false' })).not.toContain('davi /');
});
