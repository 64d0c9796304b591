// Icons of the payment methods.
import { Barcode, CreditCard, QrCode, ShoppingBag, Smartphone } from 'lucide-react';
import type { Method } from './methods.ts';

const MARKS = {
  card: CreditCard,
  pix: QrCode,
  boleto: Barcode,
  paypal: ShoppingBag,
  picpay: Smartphone,
};

export const MethodMark = ({ method }: { method: Method }) => {
  const Mark = MARKS[method];
  return <Mark aria-hidden />;
};
