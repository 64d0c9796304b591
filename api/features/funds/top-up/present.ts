// A charge as its owner sees it.
import type { chargeSchema } from '@camarim/contract/features/funds';
import type { Locale } from '@camarim/contract/limits';
import { formatBrl } from '@camarim/contract/money';
import type { z } from 'zod';
import { text } from '../../../platform/text/text.ts';
import type { Charge } from './charge-store.ts';

const presentCharge = ({ id, status, method, amountCentavos, presentment, intent, createdAt, paidAt }: Charge): z.input<typeof chargeSchema> => ({
  id,
  status,
  method,
  value: amountCentavos,
  pixPayment: status === 'pending' && presentment ? { qrCode: presentment.brCode, expiresWhen: presentment.expiresAt } : null,
  intent,
  createdAt: createdAt.toISOString(),
  paidAt: paidAt?.toISOString() ?? null,
});

/** Why somebody has to look at a payment. */
const reviewText = ({ failureCode, paidCentavos }: Charge, locale: Locale): string =>
  failureCode === 'charge.otherAmount' ? text(locale, 'notification.topUpReview', { amount: formatBrl(paidCentavos, locale) }) : text(locale, 'charge.review');

/** The charge, and in words what has to be said of it. */
export const answerCharge = (charge: Charge, locale: Locale): { data: z.input<typeof chargeSchema>; message?: string } => ({
  data: presentCharge(charge),
  ...(charge.status === 'review' && { message: reviewText(charge, locale) }),
});
