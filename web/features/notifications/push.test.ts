// Whether Web Push is on in a browser: the browser and the server both have a say.
import { expect, test } from 'vitest';
import { stateWith } from './push.ts';

const HERE = 'device-here';

test.each([
  ['the server has this browser', 'on', HERE, [HERE, 'other'], 'on'],
  ['the server has only other browsers, as after another log-in', 'on', HERE, ['other'], 'off'],
  ['another person turned it on in this browser', 'on', null, ['other'], 'off'],
  ['the browser has no subscription', 'off', HERE, [HERE], 'off'],
  ['the person refused', 'denied', HERE, [HERE], 'denied'],
] as const)(
  'push has the state of server and browser when %s (browser: %s)',
  (_when, browser, here, ids, shown) => {
    expect(stateWith(browser, here, ids)).toBe(shown);
  },
);
