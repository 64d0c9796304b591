// The table of sales agrees with itself and with the contract of statements, earnings and
// notifications.
import { describe, expect, test } from 'vitest';
import { earningsReportSchema } from './features/funds/earnings.ts';
import { movementKind } from './features/funds/statements.ts';
import { notificationType } from './features/notifications.ts';
import { EARNINGS_ITEM_OF, intentSchema, isSaleKind, SALE_KINDS, SALES } from './sales.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(SALE_KINDS)('the sale %s', (kind) => {
  test('a sale has an intent of its own kind, with its price and the name of the producer', () => {
    const { intent } = SALES[kind];
    expect(intent.shape.kind.value).toBe(kind);
    const parsed = intentSchema.parse({
      kind,
      postId: ID,
      collectionId: ID,
      postIds: [ID],
      messageId: ID,
      version: 1,
      orderId: ID,
      message: 'Oi!',
      profileId: ID,
      subscribedUntil: null,
      type: '2',
      price: 900,
      value: 900,
      label: '\u00cdris',
    });
    expect(parsed).toMatchObject({ kind, value: 900, label: '\u00cdris' });
  });

  test('a sale is a kind of movement, a type of notification and a row of the earnings', () => {
    expect(movementKind.options).toContain(kind);
    expect(notificationType.options).toContain(SALES[kind].notification);
    expect(earningsReportSchema.shape.days.element.shape.kind.options).toContain(kind);
  });
});

test('an intent of an unknown kind is refused', () => {
  expect(intentSchema.safeParse({ kind: 'gift', value: 900, label: '' }).success).toBe(false);
});

test('a name that all objects have is no kind of sale', () => {
  expect([isSaleKind('tip'), isSaleKind('toString'), isSaleKind('topUp')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('each type of reference belongs to one kind of item in the earnings', () => {
  for (const kind of SALE_KINDS)
    for (const [type, item] of Object.entries(SALES[kind].earningsItems))
      expect(EARNINGS_ITEM_OF[type]).toBe(item);
});
