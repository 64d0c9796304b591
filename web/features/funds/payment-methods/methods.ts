// Payment methods in the order of the dialog: card first, as the default.
import type { Data } from '../../../client/api/api.ts';

export type Offer = Data<'GET /funds/methods'>;
export type Method = Offer['methods'][number]['key'];

const ORDER: readonly Method[] = ['card', 'pix', 'boleto', 'paypal', 'picpay'];

export const inOrder = (methods: Offer['methods']): Offer['methods'] =>
  [...methods].sort((one, other) => ORDER.indexOf(one.key) - ORDER.indexOf(other.key));
