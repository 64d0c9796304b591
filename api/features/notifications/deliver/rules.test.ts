// Channels, quiet hours and the hour of the digest, as tables.
import { DEFAULT_CHANNELS } from '@camarim/contract/features/notifications/channels';
import { NOTIFICATION_GROUPS } from '@camarim/contract/features/notifications/kinds';
import { expect, test } from 'vitest';
import { channelsOf, DEFAULT_SETTINGS, nextDigestAt, quietUntil, settingsFrom } from './rules.ts';

const SP = 'America/Sao_Paulo';
const at = (time: string) => new Date(`2026-03-10T${time}:00.000Z`);
const NIGHT = { from: 22 * 60, until: 8 * 60 };
const NOON = { from: 12 * 60, until: 14 * 60 };

test.each([
  // São Paulo is three hours behind UTC.
  ['the evening before they begin', NIGHT, SP, at('00:59'), null],
  ['the minute in which they begin', NIGHT, SP, at('01:00'), at('11:00')],
  ['after midnight', NIGHT, SP, at('05:30'), at('11:00')],
  ['the minute in which they end', NIGHT, SP, at('11:00'), null],
  ['noon of another zone', NIGHT, 'Asia/Tokyo', at('15:00'), at('23:00')],
  ['hours within a day', NOON, SP, at('15:30'), at('17:00')],
  ['outside of hours within a day', NOON, SP, at('17:00'), null],
  ['hours that begin when they end', { from: 60, until: 60 }, SP, at('04:00'), null],
  ['no quiet hours', null, SP, at('05:00'), null],
] as const)('quiet hours, %s', (_when, quiet, timeZone, now, until) => {
  expect(quietUntil({ quiet, timeZone }, now)).toEqual(until);
});

test('quiet hours over a change of the clocks end when the clock shows their end', () => {
  // In New York 02:00 became 03:00 on 8 March 2026; 08:00 there is 12:00 UTC afterwards.
  expect(
    quietUntil({ quiet: NIGHT, timeZone: 'America/New_York' }, new Date('2026-03-08T04:00:00Z')),
  ).toEqual(new Date('2026-03-08T12:00:00Z'));
});

test.each([
  ['before nine', at('11:59'), at('12:00')],
  ['at nine', at('12:00'), new Date('2026-03-11T12:00:00Z')],
  ['after nine', at('20:00'), new Date('2026-03-11T12:00:00Z')],
])('the digest of what happened %s is due at the next nine', (_when, now, due) => {
  expect(nextDigestAt(now, SP)).toEqual(due);
});

test('every group of notifications has its default channels until a person chooses', () => {
  for (const group of NOTIFICATION_GROUPS)
    expect(channelsOf(DEFAULT_SETTINGS, group)).toEqual(DEFAULT_CHANNELS[group]);
});

test('what a person chose comes back, and what equals the defaults is not stored', () => {
  const groups = {
    ...DEFAULT_CHANNELS,
    sales: { inApp: false, email: 'off', push: false } as const,
  };
  const stored = settingsFrom(groups);
  expect(stored).toEqual({ inAppOff: ['sales'], email: { sales: 'off' }, push: { sales: false } });
  expect(channelsOf({ ...DEFAULT_SETTINGS, ...stored }, 'sales')).toEqual(groups.sales);
});
