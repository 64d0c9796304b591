// Copies the address of a post's page.
import { postPath } from '@camarim/contract/post-path';
import { m } from '../../../paraglide/messages.js';
import { copyText } from '../../../ui/actions/copy-text.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import type { Post } from '../post-cache.ts';

export const copyPostLink = async ({ id, profile }: Post): Promise<void> => {
  const address = new URL(postPath(profile.domainName, id), window.location.origin).href;
  if (await copyText(address)) showToast(m.post_link_copied(), 'success');
};
