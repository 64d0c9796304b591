// A charge as its owner sees it.
import type { chargeSchema } from '@camarim/contract/features/funds/charges';
import type { Locale } from '@camarim/contract/limits';
import { formatBrl } from '@camarim/contract/money';
import type { z } from 'zod';
import { text } from '../../../../platform/text/text.ts';
import type { Charge, StoredPresentment } from './charge-store.ts';

const NO_PAYMENT = {
  pixPayment: null,
  billPayment: null,
  picpayPayment: null,
  paypalPayment: null,
  challenge: null,
};

/** The payment instructions, under the name of their method. */
const presentPayment = (presentment: StoredPresentment | null) => {
  if (!presentment) return NO_PAYMENT;
  const expiresWhen = presentment.expiresAt;
  switch (presentment.kind) {
    case 'pix':
      return { ...NO_PAYMENT, pixPayment: { qrCode: presentment.brCode, expiresWhen } };
    case 'boleto':
      return {
        ...NO_PAYMENT,
        billPayment: {
          bankSlipUrl: presentment.slipUrl,
          line: presentment.line,
          barcode: presentment.barcode,
          dueDate: presentment.dueDate,
          qrCode: presentment.brCode ?? null,
          expiresWhen,
        },
      };
    case 'redirect':
      return {
        ...NO_PAYMENT,
        picpayPayment: { paymentUrl: presentment.url, qrCode: presentment.qrCode, expiresWhen },
      };
    case 'paypal':
      return {
        ...NO_PAYMENT,
        paypalPayment: { orderId: presentment.orderId, url: presentment.url, expiresWhen },
      };
    case 'challenge':
      return { ...NO_PAYMENT, challenge: { url: presentment.url, expiresWhen } };
  }
};

export const presentCharge = ({
  id,
  status,
  method,
  amountCentavos,
  presentment,
  intent,
  purpose,
  declineClass,
  heldUntil,
  createdAt,
  paidAt,
  receiptId,
}: Charge): z.input<typeof chargeSchema> => ({
  id,
  status,
  method,
  value: amountCentavos,
  ...presentPayment(status === 'pending' ? presentment : null),
  heldUntil: heldUntil?.toISOString() ?? null,
  intent,
  forSubscription: purpose.kind === 'mandate',
  decline: status === 'failed' ? declineClass : null,
  createdAt: createdAt.toISOString(),
  paidAt: paidAt?.toISOString() ?? null,
  receiptId,
});

/** Why an administrator must look at a payment. */
const reviewText = ({ failureCode, paidCentavos }: Charge, locale: Locale): string =>
  failureCode === 'charge.otherAmount'
    ? text(locale, 'notification.topUpReview', { amount: formatBrl(paidCentavos, locale) })
    : text(locale, 'charge.review');

/** The charge, with a message when it is under review. */
export const answerCharge = (
  charge: Charge,
  locale: Locale,
): { data: z.input<typeof chargeSchema>; message?: string } => ({
  data: presentCharge(charge),
  ...(charge.status === 'review' && { message: reviewText(charge, locale) }),
});
