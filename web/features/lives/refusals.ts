// Refusals of acts in a show. What is not there leads home elsewhere; here it would lead away from
// a show that goes on, or from the receipt of one that has ended.
import { explainRefusal } from '../../client/api/errors.ts';
import { showToast } from '../../ui/overlays/toasts.ts';

/** Statuses that an act in a show says itself, by `sayRefusal`. */
export const IN_SHOW: readonly number[] = [404];

export const sayRefusal = (error: unknown): void => {
  const text = explainRefusal(error);
  if (text !== undefined) showToast(text, 'error');
};
