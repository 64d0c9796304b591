// Payment methods in the order of the dialog: Pix first, because everyone can pay by it at once.
// The last used method is the default from then on.
import type { Data } from '../../../client/api/api.ts';

export type Offer = Data<'GET /funds/methods'>;
export type Method = Offer['methods'][number]['key'];

const ORDER: readonly Method[] = ['pix', 'card', 'boleto', 'paypal', 'picpay'];

export const inOrder = (methods: Offer['methods']): Offer['methods'] =>
  [...methods].sort((one, other) => ORDER.indexOf(one.key) - ORDER.indexOf(other.key));

const STORED = 'camarim.top-up-method';

/** The method of the last top-up in this browser while it is offered, otherwise the first. */
export const firstMethod = (methods: Offer['methods']): Method => {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(STORED);
  } catch {
    // Storage is blocked: the first method is the default.
  }
  const known = methods.find(({ key }) => key === stored) ?? methods[0];
  return known?.key ?? 'pix';
};

export const rememberMethod = (method: Method): void => {
  try {
    localStorage.setItem(STORED, method);
  } catch {
    // With a full or blocked storage only the default is lost.
  }
};
