// The purpose of a top-up as text. An intent carries only the producer's name, because the server
// does not know the reader's language.
import { m } from '../../../paraglide/messages.js';
import type { Intent } from '../../../client/dialogs.ts';

/** A short noun phrase, such as "Tip for Íris Veludo". */
export const purposeOf = ({ kind, label: name }: Intent): string =>
  ({ tip: m.tip_title, purchase: m.post_of, subscription: m.wallet_for_subscription })[kind]({
    name,
  });

/** Confirmation text after the purchase. */
export const doneText = ({ kind, label: name }: Intent, value: string): string => {
  if (kind === 'purchase') return m.post_unlocked();
  return kind === 'tip' ? m.tip_sent({ value, name }) : m.subscribe_done({ name });
};
