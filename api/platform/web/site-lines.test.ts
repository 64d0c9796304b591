// The operator's lines in the footer, from the settings.
import { expect, test } from 'vitest';
import { publicAddress } from '../config/setting-types.ts';
import { type SiteSettings, siteLines } from './site-lines.ts';

const NONE = {
  COMPANY_LINE: undefined,
  CONTACT_ADDRESS: undefined,
  REPORT_ADDRESS: undefined,
  HELP_ADDRESS: undefined,
} satisfies SiteSettings;

test('an installation without these settings has no lines of the operator', () => {
  expect(Object.values(siteLines(NONE)).filter(Boolean)).toEqual([]);
});

test('email addresses become links, and reports go to the contact unless they have their own address', () => {
  const contact = { ...NONE, CONTACT_ADDRESS: 'ola@example.com' };
  expect(siteLines(contact)).toMatchObject({
    contact: 'mailto:ola@example.com',
    report: 'mailto:ola@example.com',
  });
  expect(siteLines({ ...contact, REPORT_ADDRESS: 'https://example.com/denuncia' }).report).toBe(
    'https://example.com/denuncia',
  );
});

test.each(['ftp://example.com', 'http://example.com', 'data:text/html,x', 'not an address'])(
  'a setting that is neither an email address nor an https page is refused: %s',
  (address) => {
    expect(publicAddress.safeParse(address).success).toBe(false);
  },
);
