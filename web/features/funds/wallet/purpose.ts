// What a top-up is for, in words. An intent carries only the name of the person who is paid: the
// server does not know the reader's language.
import { m } from '../../../paraglide/messages.js';
import type { Intent } from '../../../shell/dialogs.ts';

/** A short noun phrase, as in "Tip for Íris Veludo". */
export const purposeOf = ({ kind, label: name }: Intent): string =>
  ({ tip: m.tip_title, purchase: m.post_of, subscription: m.wallet_for_subscription })[kind]({
    name,
  });

/** What is said once it is done. */
export const doneText = ({ kind, label: name }: Intent, value: string): string => {
  if (kind === 'purchase') return m.post_unlocked();
  return kind === 'tip' ? m.tip_sent({ value, name }) : m.subscribe_done({ name });
};
