// Copying to the clipboard, which a browser may refuse or, without HTTPS, lack.
import { m } from '../../paraglide/messages.js';
import { showToast } from '../overlays/toasts.ts';

/** False when the browser refused; a toast has said so. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    showToast(m.copy_refused(), 'error');
    return false;
  }
};
