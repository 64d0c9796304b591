// A charge as its owner sees it.
import type { chargeSchema } from '@camarim/contract/features/funds/charges';
import type { Locale } from '@camarim/contract/limits';
import { formatBrl } from '@camarim/contract/money';
import type { z } from 'zod';
import { text } from '../../../platform/text/text.ts';
import type { Charge, StoredPresentment } from './charge-store.ts';

const NO_PAYMENT = {
  pixPayment: null,
  billPayment: null,
  picpayPayment: null,
  paypalPayment: null,
  challenge: null,
};

/** What to show, under the name of its method. */
const presentPayment = (shown: StoredPresentment | null) => {
  if (!shown) return NO_PAYMENT;
  const expiresWhen = shown.expiresAt;
  switch (shown.kind) {
    case 'pix':
      return { ...NO_PAYMENT, pixPayment: { qrCode: shown.brCode, expiresWhen } };
    case 'boleto':
      return {
        ...NO_PAYMENT,
        billPayment: {
          bankSlipUrl: shown.slipUrl,
          line: shown.line,
          barcode: shown.barcode,
          dueDate: shown.dueDate,
          qrCode: shown.brCode ?? null,
          expiresWhen,
        },
      };
    case 'redirect':
      return {
        ...NO_PAYMENT,
        picpayPayment: { paymentUrl: shown.url, qrCode: shown.qrCode, expiresWhen },
      };
    case 'paypal':
      return {
        ...NO_PAYMENT,
        paypalPayment: { orderId: shown.orderId, url: shown.url, expiresWhen },
      };
    case 'challenge':
      return { ...NO_PAYMENT, challenge: { url: shown.url, expiresWhen } };
  }
};

export const presentCharge = ({
  id,
  status,
  method,
  amountCentavos,
  presentment,
  intent,
  mandateId,
  declineClass,
  heldUntil,
  createdAt,
  paidAt,
}: Charge): z.input<typeof chargeSchema> => ({
  id,
  status,
  method,
  value: amountCentavos,
  ...presentPayment(status === 'pending' ? presentment : null),
  heldUntil: heldUntil?.toISOString() ?? null,
  intent,
  forSubscription: mandateId !== null,
  decline: status === 'failed' ? declineClass : null,
  createdAt: createdAt.toISOString(),
  paidAt: paidAt?.toISOString() ?? null,
});

/** Why somebody has to look at a payment. */
const reviewText = ({ failureCode, paidCentavos }: Charge, locale: Locale): string =>
  failureCode === 'charge.otherAmount'
    ? text(locale, 'notification.topUpReview', { amount: formatBrl(paidCentavos, locale) })
    : text(locale, 'charge.review');

/** The charge, and in words what has to be said of it. */
export const answerCharge = (
  charge: Charge,
  locale: Locale,
): { data: z.input<typeof chargeSchema>; message?: string } => ({
  data: presentCharge(charge),
  ...(charge.status === 'review' && { message: reviewText(charge, locale) }),
});
