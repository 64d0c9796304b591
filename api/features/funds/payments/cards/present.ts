// A saved payment as its owner sees it: recognisable, and without anything that can pay.
import type { savedPaymentSchema } from '@camarim/contract/features/funds/cards';
import type { z } from 'zod';
import type { Ctx } from '../../../../context.ts';
import { brandById } from './brands.ts';
import { isExpired } from './rules.ts';
import { openDetails } from './save-card.ts';
import type { SavedPayment } from './store.ts';

/** "•••.982.247-••" of a CPF; of any other document its last four. */
const maskDocument = (document: string): string =>
  /^\d{11}$/.test(document)
    ? `•••.${document.slice(3, 6)}.${document.slice(6, 9)}-••`
    : `••••${document.slice(-4)}`;

export const presentSaved = (ctx: Ctx, saved: SavedPayment): z.input<typeof savedPaymentSchema> => {
  const { document, email, phone } = openDetails(ctx, saved);
  const card = saved.paymentType === 'card' ? saved : null;
  return {
    id: saved.id,
    default: saved.isDefault,
    paymentType: saved.paymentType,
    holderName: saved.holder,
    number: card && `•••• ${card.last4}`,
    expiration: card && card.expires.split('-').reverse().join('/'),
    brand: card && brandById(card.brandId),
    activating: card !== null && card.readyAt === null && card.refusedAt === null,
    usable:
      !card ||
      (card.readyAt !== null &&
        card.refusedAt === null &&
        ctx.payments[card.provider] !== undefined &&
        !isExpired(card.expires, ctx.clock.now())),
    holderDocument: maskDocument(document),
    holderPhoneNumber: phone,
    billingEmail: email,
    createdAt: saved.createdAt.toISOString(),
  };
};
