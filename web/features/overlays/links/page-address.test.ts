// The address of a browser source's page says what differs from showing everything with sound.
import { expect, test } from 'vitest';
import { PARTS, pageAddress } from './page-address.ts';

const URL_OF_PAGE = 'https://camarim.example/overlays/key';

test.each([
  [PARTS, true, '?lang=es'],
  [PARTS, false, '?lang=es&sound=off'],
  [['alerts', 'orders'] as const, true, '?lang=es&show=alerts,orders'],
  [[], false, '?lang=es&show=&sound=off'],
])('the address of an overlay page with %j and sound %s ends with %s', (parts, sound, ending) => {
  expect(pageAddress(URL_OF_PAGE, { locale: 'es', parts, sound })).toBe(`${URL_OF_PAGE}${ending}`);
});
